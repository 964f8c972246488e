"""What a seat can conclude from a game so far: which cards may lie where it cannot see.

`history` notes the choices. `conclusions` finds the claims, formulas that hold in each possible
world: it plays every turn again (`turn_replay`, and `nested_actions` for the actions within
actions; `counting` has those whose sums alone are seen). Each choice and each condition that
looked at hidden cards gives a claim (`claims`), and so do the options that a player is offered
(`offers`). `values` has the formulas, and computes values of which some cards are unknown. Nobody
sees from which position of a hand a card is taken (`taken_cards`), or where a card is after a
shuffle (`shuffled_cards`): then a claim holds in some order of these cards (`any_order`), or only
some numbers of cards are kept (`card_counts`). `arrangements` draws worlds in which the claims
hold, all equally likely, by means of masks (`masked`).
"""
