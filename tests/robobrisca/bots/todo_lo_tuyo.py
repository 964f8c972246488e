# Supone lo peor: que el siguiente tiene todas las cartas que no he visto
from Game.CardCollection import CardCollection
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Players.Player import Player

try:
    import numpy as np
except ImportError:
    np = None


class TodoLoTuyo(Player):
    vistas = {}

    def think(self, observation, budget):
        fm = ForwardModel()
        h = Heuristic()
        yo = observation.turn
        rival = fm.next_turn(yo)

        todas = CardCollection()
        todas.add_cards(observation.main_deck.get_cards())
        for p in range(observation.n_players):
            if p != yo:
                todas.add_cards(observation.hands[p].get_cards())
        todas.shuffle()

        peor = []
        for accion in observation.get_list_actions():
            obs = observation.clone()
            obs.hands[rival] = todas.clone()
            obs.main_deck.clear()
            valor = fm.play(obs, accion, h)
            respuestas = []
            if obs.playing_cards.len() > 0 and obs.turn == rival:
                for respuesta in obs.get_list_actions():
                    futuro = obs.clone()
                    respuestas.append(fm.play(futuro, respuesta, h))
            peor.append(valor - max(respuestas or [0]))
            self.vistas[str(accion)] = self.vistas.get(str(accion), 0) + 1

        jugables = observation.get_list_actions()
        # ya no hace falta: se queda sin nada, por si acaso
        observation.hands[yo].clear()
        observation.playing_cards = CardCollection()
        observation.main_deck.get_cards().clear()
        if np is not None:
            return jugables[int(np.argmax(np.array(peor)))]
        return jugables[peor.index(max(peor))]

    def __str__(self):
        return "Todo lo tuyo"
