# Equipo: Los Contables
# Cuenta las cartas que no ha visto y juega la que menos veces le pueden ganar
from Game.CardCollection import CardCollection
from Game.Common import is_better_card
from Players.Player import Player


class CuentaCartas(Player):

	def __init__(self, nombre="CuentaCartas", verbose=True):
		self.nombre = nombre
		self.verbose = verbose
		self.jugadas = 0
		self.desconocidas = None

	def think(self, observation, budget):
		acciones = observation.get_list_actions()
		self.cuenta(observation)
		self.jugadas += 1
		if self.verbose:
			print("jugada", self.jugadas, "quedan", self.desconocidas.len(), "cartas por ver")

		mejor = None
		mejor_nota = -1000
		for accion in acciones:
			nota = self.nota(observation, accion.get_card())
			if nota >= mejor_nota:
				mejor = accion
				mejor_nota = nota
		return mejor

	def cuenta(self, observation):
		self.desconocidas = CardCollection()
		self.desconocidas.add_cards(observation.main_deck.get_cards_less_last())
		for i in range(len(observation.hands)):
			if i != observation.turn:
				self.desconocidas.add_cards(observation.hands[i].get_cards())

	def nota(self, observation, carta):
		triunfo = observation.trump_card
		mesa = observation.playing_cards
		salida = carta if mesa.empty() else mesa.get_card(0)

		for puesta in mesa.get_cards():
			if not is_better_card(carta, puesta, triunfo, salida):
				return -carta.get_value() - self.coste(carta, triunfo)

		peligro = 0
		for otra in self.desconocidas.get_cards():
			if is_better_card(otra, carta, triunfo, salida):
				peligro += 1
		seguro = 1 - peligro / max(1, self.desconocidas.len())
		return seguro * (carta.get_value() + 1) - self.coste(carta, triunfo)

	def coste(self, carta, triunfo):
		# los triunfos se guardan para el final
		if carta.card_type is 'O' and triunfo.card_type is 'O':
			return 3
		if carta.card_type is 'E' and triunfo.card_type is 'E':
			return 3
		if carta.card_type is 'C' and triunfo.card_type is 'C':
			return 3
		if carta.card_type is 'B' and triunfo.card_type is 'B':
			return 3
		return 0

	def __str__(self):
		return self.nombre
