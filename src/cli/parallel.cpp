#include "cli/parallel.hpp"

#include <csignal>

namespace kagami::cli {

namespace {

volatile std::sig_atomic_t asked_to_stop = 0;

} // namespace

bool interrupted() {
    return asked_to_stop != 0;
}

void ask_before_interrupting() {
    struct sigaction action{};
    action.sa_handler = [](int) { asked_to_stop = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before{};
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
    }
}

} // namespace kagami::cli
