/* Plays random games of micropul through its native library and prints the number of actions and the mean score,
   the same as `ludotheque simulate micropul --games GAMES --seed SEED`.

   In src/ludotheque/games/micropul/native:
   cc -I. -o random_games ../../../../../examples/random_games.c ./linux-x86_64-v2.so && ./random_games 1000 1 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "micropul.h"

#define CHANCE ((int64_t)1 << 32) /* what to_act returns if chance acts */

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s GAMES SEED\n", arguments[0]);
        return 2;
    }
    int64_t games = atoll(arguments[1]), actions = 0, total = 0;
    uint64_t seed = strtoull(arguments[2], NULL, 10);
    struct micropul_setup setup = {.seats = 2};
    struct micropul_state state;
    struct micropul_rng rng;
    for (int64_t game = 0; game < games; game++) {
        memset(&state, 0, sizeof state);
        begin(&setup, &state);
        seed_words(&rng, (int64_t)(seed & 0xFFFFFFFF), (int64_t)(seed >> 32), game);
        for (int64_t seats = to_act(&setup, &state); seats != 0; seats = to_act(&setup, &state)) {
            if (seats == CHANCE) {
                int64_t draw = below(&rng, chance_range(&setup, &state));
                apply_chance(&setup, &state, chance_nth(&setup, &state, draw));
            } else {
                int64_t seat = seats & 1 ? 0 : 1;
                int64_t k = below(&rng, legal_count(&setup, &state, seat));
                apply(&setup, &state, seat, legal_nth(&setup, &state, seat, k));
                actions++;
            }
        }
        total += score(&setup, &state, 0) + score(&setup, &state, 1);
    }
    printf("%" PRId64 " games, %" PRId64 " actions, mean score %.2f\n", games, actions, total / (2.0 * games));
    return 0;
}
