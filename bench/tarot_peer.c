/* A playout of French Tarot for three written by hand in C: what the compiled rules are held against.

   It knows one thing only: seat 0 plays a dealt hand at petite against the two others, the dog lies
   aside and counts for it, nobody shows or announces anything; random cards to the end, n deals
   one after the other.

   - A hand is five sets of bits, one for each suit and one for the trumps; the excuse lies above the
     21 of trumps. How many bits a set has, and which is the n-th, is read from tables of 11 bits.
   - What a trick holds is one sum: half points, cards of half a point, and bouts, side by side.
   - The choice among k cards is the high half of a 32-bit random number times k. Cards that may be
     played are in the order of the deck. The rules draw in the same way from the same stream, so
     that both must reach the same scores, deal by deal. */
#include <stdint.h>
#include <string.h>

enum { SEATS = 3, TRICKS = 24, SUIT = 14, TRUMPS = 4, ANY = 5 };
enum { EXCUSE = 1 << 21, ALL_TRUMPS = EXCUSE - 1, PETIT = 1 };
enum { SMALL = 1 << 10, BOUT = 1 << 20, HALVES = SMALL - 1 };

static uint8_t bits[2048], places[2048][11];
static uint32_t worth[5][22]; /* half points | a card of half a point | a bout */
static const int needed[4] = {112, 102, 82, 72};

static inline uint64_t random64(uint64_t *word) { /* SplitMix64, as the rules use */
    uint64_t z = (*word += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline int count(uint32_t set) { return bits[set & 2047] + bits[set >> 11]; }

static inline int nth(uint32_t set, int n) {
    int low = bits[set & 2047];
    return n < low ? places[set & 2047][n] : 11 + places[set >> 11][n - low];
}

static void prepare(void) {
    static const int court[4] = {3, 5, 7, 9};
    if (bits[1]) return;
    for (int set = 0; set < 2048; set++)
        for (int place = 0; place < 11; place++)
            if (set >> place & 1) places[set][bits[set]++] = place;
    for (int group = 0; group < 5; group++)
        for (int place = 0; place < 22; place++)
            worth[group][place] = 1 | SMALL;
    for (int suit = 0; suit < TRUMPS; suit++)
        for (int i = 0; i < 4; i++) worth[suit][10 + i] = court[i];
    worth[TRUMPS][0] = worth[TRUMPS][20] = worth[TRUMPS][21] = 9 | BOUT;
}

static inline int half(uint32_t sum) { return sum & HALVES; }
static inline int bouts(uint32_t sum) { return sum >> 20; }
static inline int has_small(uint32_t sum) { return (sum >> 10 & 1023) != 0; }

/* What each of the defence pays seat 0, when these are the sums of both sides. */
static int pay(uint32_t taker, const int tricks[SEATS], int petit_at_end) {
    int over = half(taker) - needed[bouts(taker)];
    int sign = over >= 0 ? 1 : -1;
    int paid = sign * (25 + (over * sign + 1) / 2) + 10 * petit_at_end;
    if (tricks[0] == TRICKS) paid += 200;
    if (tricks[0] == 0) paid -= 200;
    return paid;
}

/* One deal with random cards; what each of the defence pays seat 0. */
static int play(uint32_t hands[SEATS][5], uint32_t aside, int leader, uint64_t *word) {
    uint32_t won[2] = {aside, 0};
    int tricks[SEATS] = {0}, debtor = -1, petit_before = 0, petit = 0, odd = 0;
    uint64_t luck = 0;
    for (int trick = 0; trick < TRICKS; trick++) {
        int seat = leader, led = ANY, best = 0, winner = leader, fool = -1;
        uint32_t high = 0, sum = 0;
        petit_before = petit;
        petit = 0;
        for (int i = 0; i < SEATS; i++) {
            uint32_t *hand = hands[seat], trumps = hand[TRUMPS], set;
            int group = led, pick;
            luck = odd ? luck >> 32 : random64(word);
            uint64_t chosen = luck & 0xFFFFFFFF;
            odd = !odd;
            if (led < TRUMPS && !hand[led]) group = TRUMPS;
            if (group == TRUMPS && !(trumps & ALL_TRUMPS)) group = ANY;
            if (group == TRUMPS) {
                uint32_t over = trumps & ALL_TRUMPS & -(high << 1);
                set = (over ? over : trumps) | (trumps & EXCUSE);
                pick = chosen * count(set) >> 32;
            } else if (group != ANY) {
                set = hand[group];
                int n = count(set);
                pick = chosen * (n + (trumps >> 21)) >> 32;
                if (pick == n) group = TRUMPS, set = EXCUSE, pick = 0;
            } else {
                pick = chosen * (TRICKS - trick) >> 32;
                for (group = 0; group < TRUMPS; group++) {
                    int n = count(hand[group]);
                    if (pick < n) break;
                    pick -= n;
                }
                set = hand[group];
            }
            int place = nth(set, pick);
            hand[group] &= ~(1u << place);
            if (group == TRUMPS && place == 21) {
                fool = seat;
            } else {
                int power = place + 1;
                sum += worth[group][place];
                if (led == ANY) led = group;
                if (group == TRUMPS) {
                    power += SUIT;
                    if (1u << place > high) high = 1u << place;
                    petit |= place == 0;
                } else if (group != led) {
                    power = 0;
                }
                if (power > best) best = power, winner = seat;
            }
            seat = seat < SEATS - 1 ? seat + 1 : 0;
        }
        int is_last = trick == TRICKS - 1;
        if (fool >= 0) {
            int mine = fool ? tricks[1] + tricks[2] : tricks[0];
            if (is_last && mine == TRICKS - 1) {
                winner = fool;
                petit |= petit_before;
            }
            int owner = fool > 0;
            if (is_last && winner != fool) owner = !owner;
            else if (owner != (winner > 0)) debtor = owner;
            won[owner] += worth[TRUMPS][21];
        }
        won[winner > 0] += sum;
        tricks[winner]++;
        leader = winner;
    }
    if (debtor >= 0) { /* a card of half a point for the excuse, or the excuse itself */
        uint32_t given = has_small(won[debtor]) ? 1 : worth[TRUMPS][21];
        won[debtor] -= given;
        won[!debtor] += given;
    }
    return pay(won[0], tricks, petit ? (leader ? -1 : 1) : 0);
}

/* hands: 15 sets, seat by seat; dog: 5. paid: what each of the defence paid seat 0, over n deals;
   lines, if there: the same for each deal. */
void playouts(const uint32_t *hands, const uint32_t *dog, int leader, long n, uint64_t seed,
              long *paid, int *lines) {
    uint32_t aside = 0;
    prepare();
    for (int group = 0; group < 5; group++)
        for (int i = 0; i < count(dog[group]); i++) aside += worth[group][nth(dog[group], i)];
    *paid = 0;
    for (long i = 0; i < n; i++) {
        uint32_t held[SEATS][5];
        memcpy(held, hands, sizeof held);
        int one = play(held, aside, leader, &seed);
        *paid += one;
        if (lines) lines[i] = one;
    }
}
