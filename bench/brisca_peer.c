/* A Brisca playout written by hand in C: the physical limit the compiled rules are held against.
   It knows one thing only: play random cards from a dealt position to the end, n times. */
#include <stdint.h>

static uint64_t word;

static inline uint64_t bits(void) { /* SplitMix64, as the rules use */
    uint64_t z = (word += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static const int8_t strength[10] = {9, 0, 8, 1, 2, 3, 4, 5, 6, 7}; /* 1 2 3 4 5 6 7 10 11 12 */
static const int8_t points[10] = {11, 0, 10, 0, 0, 0, 0, 2, 3, 4};

/* cards: twelve in the hands, seat by seat, then the deck of 28, its last card trump.
   Returns the points of side 0, summed over all playouts. */
long playouts(const uint8_t *cards, int first, long n, uint64_t seed) {
    long sum = 0;
    uint8_t power[4][40], value[40];
    int trump = cards[39] / 10;
    word = seed;
    for (int card = 0; card < 40; card++) value[card] = points[card % 10];
    for (int led = 0; led < 4; led++)
        for (int card = 0; card < 40; card++)
            power[led][card] = strength[card % 10] + (card / 10 == trump ? 20 : card / 10 == led ? 10 : 0);
    while (n--) {
        uint8_t hand[4][3];
        const uint8_t *deck = cards + 12;
        int leader = first, side[2] = {0, 0};
        for (int seat = 0; seat < 4; seat++)
            for (int i = 0; i < 3; i++) hand[seat][i] = cards[seat * 3 + i];
        for (int trick = 0, held = 3; trick < 10; trick++) {
            uint64_t luck = bits();
            const uint8_t *row = 0;
            int best = -1, total = 0;
            uint8_t *place[4];
            for (int i = 0; i < 4; i++, luck >>= 16) {
                int seat = (leader + i) & 3;
                uint8_t *at = &hand[seat][(luck & 0xFFFF) * held >> 16];
                int card = *at;
                if (i == 0) row = power[card / 10];
                int mark = row[card] << 2 | seat;
                best = mark > best ? mark : best;
                total += value[card];
                place[seat] = at;
            }
            leader = best & 3;
            side[leader & 1] += total;
            if (trick < 7)
                for (int i = 0; i < 4; i++) *place[(leader + i) & 3] = *deck++;
            else {
                held--;
                for (int seat = 0; seat < 4; seat++) *place[seat] = hand[seat][held];
            }
        }
        sum += side[0];
    }
    return sum;
}
