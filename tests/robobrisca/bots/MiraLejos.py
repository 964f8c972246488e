import copy
import math
import random

from Game.Action import Action
from Game.ForwardModel import ForwardModel
from Game.Heuristic import Heuristic
from Players.Player import Player


class MiHeuristica(Heuristic):
    # como la normal, pero si va ganando mi companero tambien vale
    def get_score(self, observation, player_id):
        puntos = super().get_score(observation, player_id)
        n = observation.playing_cards.len()
        if n > 2 and puntos < 0:
            fm = ForwardModel()
            mesa = copy.deepcopy(observation.playing_cards)
            while mesa.len() < 4:
                mesa.add_card(mesa.get_card(0))
            quien = fm.get_round_winner(mesa, observation.trump_card, player_id)
            if quien % 2 == player_id % 2:
                return -puntos
        return puntos


class MiraLejos(Player):
    """Juega muchas veces lo que queda de la mano con mundos al azar"""

    def __init__(self, simulaciones=4, profundidad=6):
        self.fm = ForwardModel()
        self.heuristica = MiHeuristica()
        self.simulaciones = simulaciones
        self.profundidad = profundidad
        self.historia = []

    def think(self, observation, budget):
        yo = observation.turn
        lista = observation.get_list_actions()
        if len(lista) == 1:
            return lista[0]

        mejor, mejor_valor = None, -math.inf
        for accion in lista:
            valor = 0
            for i in range(self.simulaciones):
                obs = observation.get_randomized_clone()
                valor += self.fm.play(obs, accion, self.heuristica)
                valor += self.sigue(obs, yo)
            if valor > mejor_valor:
                mejor, mejor_valor = accion, valor
        self.historia.append((str(mejor), mejor_valor))
        return mejor

    def sigue(self, obs, yo):
        total = 0
        for paso in range(self.profundidad):
            if obs.is_terminal():
                break
            quien = obs.turn
            mano = obs.hands[quien]
            carta = mano.get_card(random.choice(range(mano.len())))
            puntos = self.fm.play(obs, Action(carta), self.heuristica)
            if quien % 2 == yo % 2:
                total += puntos
            else:
                total -= puntos
        return total

    def __str__(self):
        return "MiraLejos"
