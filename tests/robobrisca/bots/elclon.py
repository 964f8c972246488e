# El clon se copia a si mismo y piensa lo que haria en el sitio de los demas
import copy

from Game.Action import Action
from Game.Card import Card
from Game.CardCollection import CardCollection
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Game.Observation import Observation
from Players.Player import Player


class El_Clon(Player):

	def __init__(self, nivel = 1):
		self.nivel = nivel
		self.modelo = ForwardModel()
		self.heuristica = Heuristic()
		self.memoria = []

	def think(self, observation, budget):
		if self.nivel == 0:
			return self.tonto(observation)

		otro = copy.deepcopy(self)
		otro.nivel = 0
		resultado = []
		for accion in observation.get_list_actions():
			obs = self.copia(observation)
			yo = obs.turn
			antes = self.puntos(obs, yo)
			# juego mi carta a mano, como si estuviera en la mesa
			obs.hands[obs.turn].remove(accion.get_card())
			obs.playing_cards.add_card(accion.get_card())
			if obs.playing_cards.len() == 4:
				obs = self.copia(observation)
				self.modelo.play(obs, accion, self.heuristica)
			else:
				obs.turn = self.modelo.next_turn(obs.turn)
			while not obs.playing_cards.empty():
				respuesta = otro.think(copy.deepcopy(obs), budget)
				self.modelo.play(obs, respuesta, self.heuristica)
			resultado.append(self.puntos(obs, yo) - antes)
		self.memoria.append(resultado)
		return observation.get_list_actions()[resultado.index(max(resultado))]

	def copia(self, o):
		return Observation(o.main_deck.clone(), o.clone_list(o.hands), o.trump_card, o.clone_list(o.won_cards),
			o.turn, o.n_players, o.playing_cards.clone(), o.winner)

	def puntos(self, obs, yo):
		fm = self.modelo
		return sum(fm.get_points_player(i, obs) for i in range(4) if i % 2 == yo % 2)

	def tonto(self, observation):
		# la primera carta que gane, y si no la mas pequeña
		mano = CardCollection()
		mano.add_cards(observation.hands[observation.turn].get_cards())
		mano.get_cards().sort(key=lambda c: (c.get_value(), c.get_number()))
		for carta in mano.get_cards():
			obs = observation.clone()
			if self.modelo.play(obs, Action(Card(carta.get_type(), carta.get_number())), self.heuristica) > 0:
				return Action(carta)
		return Action(mano.get_card(0))

	def __str__(self):
		return "El clon (nivel " + str(self.nivel) + ")"
