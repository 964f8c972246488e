/* Possible worlds: who may hold a card, which worlds a player can distinguish, and how likely they are.
 *
 * This file does not know the rules of any game. A frame says for every card of the round which seats
 * may hold it, as far as everybody knows. Each player also knows his own hand, and how many cards every
 * player holds. A world of a card is a seat. The number after the last seat means: not dealt. */

const EVERYBODY = -1;  // in place of a player: common knowledge

/** The cards of the round: for each its possible holders and its holder, and the size of each hand. */
function dealAt(number, ply) {
  const frame = framesOf(number)[ply];
  const seats = DATA.games[number].bots.length;
  const lies = new Map(), played = new Set();
  for (const zone of zonesOf(number)) {
    for (const card of frame.cards[zone.index]) {
      if (zone.kind === "hand") lies.set(card, zone.seat);
      else played.add(card);
    }
  }
  const cards = (frame.pack || []).map((card, place) => {
    const mask = frame.holders[place];
    const out = played.has(card);
    return { card, mask, out, holder: out ? Math.log2(mask) : lies.get(card) ?? seats };
  });
  const rooms = Array(seats + 1).fill(0);
  for (const each of cards) if (!each.out) rooms[each.holder] += 1;
  return { seats, cards, rooms };
}

const isIn = (mask, world) => Boolean((mask >> world) & 1);
const worldsOf = (mask) => [...Array(32).keys()].filter((world) => isIn(mask, world));

/** The worlds that a player considers possible in this world. He knows his own hand. */
function possibleWorlds(player, world, mask) {
  return player === world ? [world] : worldsOf(mask).filter((each) => each !== player);
}

/** The pairs of different worlds that a player cannot distinguish. */
function relation(player, mask) {
  const alike = worldsOf(mask).filter((world) => world !== player);
  return alike.flatMap((one, place) => alike.slice(place + 1).map((other) => [one, other]));
}

/** The players who know the holder of the card in all of these worlds. */
function whoKnow(seats, mask, worlds) {
  return [...Array(seats).keys()].filter((player) => (
    worlds.every((world) => possibleWorlds(player, world, mask).length === 1)
  ));
}

const FACTORIALS = [1];
const keyOf = (room, left) => room.reduce((key, cards) => key * 64 + cards, left);
const factorial = (n) => (FACTORIALS[n] ??= n * factorial(n - 1));

/** Count the ways to deal these cards into hands with so much room. Gives each possible rest of room,
 * with the number of ways to it.
 *
 * `kinds` are pairs: a mask of the seats that may hold such a card, and how many such cards there are.
 * A common factor is left out: the number of orders of the cards of a kind. */
function waysToDeal(kinds, rooms) {
  let found = new Map([[0, { room: rooms, ways: 1 }]]);
  for (const [mask, count] of kinds) {
    let parts = [...found.values()].map(({ room, ways }) => ({ room, left: count, ways }));
    const holders = worldsOf(mask);
    holders.forEach((holder, place) => {
      const next = new Map();
      for (const { room, left, ways } of parts) {
        const most = Math.min(left, room[holder]);
        for (let taken = place === holders.length - 1 ? left : 0; taken <= most; taken += 1) {
          const rest = [...room];
          rest[holder] -= taken;
          const key = keyOf(rest, left - taken);
          const before = next.get(key);
          const more = ways / factorial(taken);
          if (before) before.ways += more;
          else next.set(key, { room: rest, left: left - taken, ways: more });
        }
      }
      parts = [...next.values()];
    });
    found = new Map(parts.map((part) => [keyOf(part.room, 0), part]));
  }
  return found.values();
}

/** Round a share that is 1 but for the last bits of its fraction. */
const roundCertain = (share) => (Math.abs(share - 1) < 1e-12 ? 1 : share);

/** The probability of each world of each card for a player, or given common knowledge alone.
 *
 * All deals that agree with the player's knowledge are equally likely. Cards with the same possible
 * holders are alike: all other cards are dealt first, and these fill the room that is left. */
function chances(deal, player) {
  const made = (deal.made ??= new Map());
  if (!made.has(player)) made.set(player, countChances(deal, player));
  return made.get(player);
}

function countChances(deal, player) {
  const rooms = deal.rooms.map((room, holder) => (holder === player ? 0 : room));
  const kinds = new Map();
  for (const each of deal.cards) {
    if (each.out || each.holder === player) continue;
    const mask = each.mask & ~(player >= 0 ? 1 << player : 0);
    kinds.set(mask, (kinds.get(mask) || 0) + 1);
  }
  const shares = new Map();
  for (const [mask, count] of kinds) {
    const others = [...kinds].filter(([each]) => each !== mask);
    const held = rooms.map(() => 0);
    let all = 0;
    for (const { room, ways } of waysToDeal(others, rooms)) {
      if (room.some((left, holder) => left && !isIn(mask, holder))) continue;
      const weight = room.reduce((product, left) => product / factorial(left), ways);
      all += weight;
      room.forEach((left, holder) => { held[holder] += weight * left; });
    }
    shares.set(mask, held.map((weight) => roundCertain(weight / all / count)));
  }
  return deal.cards.map((each) => {
    if (each.out || each.holder === player) return rooms.map((_, holder) => Number(holder === each.holder));
    return shares.get(each.mask & ~(player >= 0 ? 1 << player : 0));
  });
}
