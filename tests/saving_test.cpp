// Saving: at every moment the old or the new content stands under the name, whole.
#include "kagami/file.hpp"
#include "kagami/pmx.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kagami {
namespace {

namespace fs = std::filesystem;
using test::raw;
using test::same;
using test::TemporaryFolder;

void put(const fs::path& path, std::string_view content) {
    std::ofstream(path, std::ios::binary) << content;
}
std::string content_of(const fs::path& path) {
    const auto bytes = load_bytes(path);
    EXPECT_TRUE(bytes) << path;
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}
mode_t mode_of(const fs::path& path) {
    struct stat status{};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777;
}
void expect_cannot_write(const Result<void>& saved, const fs::path& path) {
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, Code::cannot_write);
    EXPECT_NE(saved.error().message().find(path.filename().string()), std::string::npos) << saved.error().message();
}

TEST(Saving, NewFilesGetTheModeOfTheMask) {
    const TemporaryFolder folder;
    const mode_t old = ::umask(027);
    const fs::path path = folder.path() / "new.pmx";
    EXPECT_TRUE(save_bytes(raw("abc"), path));
    EXPECT_EQ(mode_of(path), 0640U);
    EXPECT_EQ(::umask(old), 027U); // and the mask stays
    EXPECT_EQ(content_of(path), "abc");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"new.pmx"});
}

TEST(Saving, KeepsTheModeOfAnExistingFile) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.pmx";
    for (const mode_t mode : {0600U, 0644U, 0664U, 0640U, 0755U}) {
        fs::remove(path);
        put(path, "old");
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        EXPECT_TRUE(save_bytes(raw("new"), path));
        EXPECT_EQ(mode_of(path), mode);
        EXPECT_EQ(content_of(path), "new");
    }
    EXPECT_EQ(folder.names().size(), 1U);
}

TEST(Saving, WhatIsThereStaysIfAsked) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.pmx", link = folder.path() / "link.pmx";
    EXPECT_TRUE(save_bytes(raw("first"), path, Existing::keep));
    fs::create_symlink("none.pmx", link);
    for (const fs::path& there : {path, link, folder.path()}) {
        const auto second = save_bytes(raw("second"), there, Existing::keep);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().code, Code::file_exists);
    }
    EXPECT_EQ(content_of(path), "first");
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.pmx", "link.pmx"}));
}

TEST(Saving, OfManyAtOnceOneIsTheFirst) {
    const TemporaryFolder folder;
    for (int round = 0; round < 20; ++round) {
        const fs::path path = folder.path() / std::to_string(round);
        std::array<bool, 8> saved{};
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < saved.size(); ++i)
                threads.emplace_back([&, i] { saved[i] = save_bytes(raw(std::to_string(i)), path, Existing::keep).has_value(); });
        }
        ASSERT_EQ(std::ranges::count(saved, true), 1);
        EXPECT_EQ(content_of(path), std::to_string(std::ranges::find(saved, true) - saved.begin()));
    }
    EXPECT_EQ(folder.names().size(), 20U);
}

TEST(Saving, LongerShorterAndEmpty) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.pmx";
    for (const std::size_t n : {std::size_t{10}, std::size_t{100000}, std::size_t{0}, std::size_t{1}}) {
        EXPECT_TRUE(save_bytes(raw(std::string(n, 'x')), path));
        EXPECT_EQ(content_of(path), std::string(n, 'x'));
    }
}

TEST(Saving, LinksStayLinks) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "real");
    const fs::path target = folder.path() / "real" / "a.pmx", link = folder.path() / "link.pmx", second = folder.path() / "second.pmx";
    put(target, "old");
    fs::create_symlink("real/a.pmx", link);
    fs::create_symlink("link.pmx", second);
    EXPECT_TRUE(save_bytes(raw("new"), second));
    EXPECT_TRUE(fs::is_symlink(link) && fs::is_symlink(second));
    EXPECT_EQ(content_of(target), "new");
    EXPECT_EQ(folder.names().size(), 3U);
}

TEST(Saving, LinksToNothingYetStayLinks) {
    const TemporaryFolder folder;
    const fs::path link = folder.path() / "link.pmx";
    fs::create_symlink("later.pmx", link);
    EXPECT_TRUE(save_bytes(raw("new"), link));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(fs::exists(folder.path() / "later.pmx"));
}

TEST(Saving, LinksInACircleAreAnError) {
    const TemporaryFolder folder;
    fs::create_symlink("b.pmx", folder.path() / "a.pmx");
    fs::create_symlink("a.pmx", folder.path() / "b.pmx");
    expect_cannot_write(save_bytes(raw("new"), folder.path() / "a.pmx"), "a.pmx");
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.pmx", "b.pmx"}));
}

TEST(Saving, NamesInAnyScriptAndAlmostAnyLength) {
    const TemporaryFolder folder;
    const fs::path inner = folder.path() / "フォルダ 头 머리";
    fs::create_directory(inner);
    std::string longest;
    while (longest.size() + 3 <= 255 - 4) longest += "鏡";
    for (const std::string& name :
         {std::string("かがみ.pmx"), std::string(" a b .pmx"), std::string("𠮷.pmx"), longest + ".pmx", std::string(255, 'x')}) {
        EXPECT_TRUE(save_bytes(raw(name), inner / name)) << name;
        EXPECT_EQ(content_of(inner / name), name);
    }
    expect_cannot_write(save_bytes(raw("x"), inner / std::string(256, 'x')), std::string(256, 'x'));
}

TEST(Saving, RelativeNames) {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    EXPECT_TRUE(save_bytes(raw("1"), "plain.pmx"));
    EXPECT_TRUE(save_bytes(raw("2"), "./dotted.pmx"));
    fs::current_path(before);
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"dotted.pmx", "plain.pmx"}));
}

TEST(Saving, WhatCannotBeWrittenIsAnError) {
    const TemporaryFolder folder;
    expect_cannot_write(save_bytes(raw("x"), folder.path()), folder.path());
    expect_cannot_write(save_bytes(raw("x"), folder.path() / "none" / "a.pmx"), "a.pmx");
    put(folder.path() / "file", "x");
    expect_cannot_write(save_bytes(raw("x"), folder.path() / "file" / "a.pmx"), "a.pmx");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
    if (fs::exists("/dev/full")) expect_cannot_write(save_bytes(raw("x"), "/dev/full"), "/dev/full");
    if (fs::exists("/dev/null")) {
        EXPECT_TRUE(save_bytes(raw("x"), "/dev/null"));
        EXPECT_TRUE(fs::is_character_file("/dev/null"));
    }
}

TEST(Saving, ThroughANamedPipe) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string got;
    std::jthread reader([&] { got = content_of(pipe); });
    EXPECT_TRUE(save_bytes(raw(std::string(200000, 'p')), pipe));
    reader.join();
    EXPECT_EQ(got, std::string(200000, 'p'));
    EXPECT_TRUE(fs::is_fifo(pipe));
}

/// Runs `f` in a child; its exit code, or minus the signal that ended it.
template <class F> int in_child(F f) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(f());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// What a failed save must leave: an error, the old file, and nothing else.
int failed_well(const fs::path& folder, const fs::path& path, std::size_t size) {
    const auto saved = save_bytes(raw(std::string(size, 'n')), path);
    if (saved) return 2;
    if (saved.error().code != Code::cannot_write) return 3;
    std::ifstream file(path, std::ios::binary);
    if (std::string(std::istreambuf_iterator<char>(file), {}) != "old") return 4;
    std::size_t entries = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++entries;
    return entries == 1 ? 0 : 5;
}

TEST(Saving, FullDiskByLimit) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.pmx";
    put(path, "old");
    EXPECT_EQ(in_child([&] {
                  std::signal(SIGXFSZ, SIG_IGN);
                  const rlimit limit{4096, 4096};
                  if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
                  return failed_well(folder.path(), path, 100000);
              }),
              0);
}

TEST(Saving, FullDisk) {
    const TemporaryFolder folder;
    if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) GTEST_SKIP() << "cannot mount here";
    const fs::path path = folder.path() / "a.pmx";
    put(path, "old");
    EXPECT_EQ(failed_well(folder.path(), path, 100000), 0);
    EXPECT_TRUE(save_bytes(raw(std::string(30000, 'n')), path));
    EXPECT_EQ(::umount(folder.path().c_str()), 0);
}

TEST(Saving, KilledAtAnyMomentLeavesOneOfTheTwo) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.pmx";
    pmx::Model a = test::everything();
    a.vertices.resize(20000);
    pmx::Model b = a;
    b.name = test::utf16("other");
    const Bytes bytes_a = pmx::write(a).value(), bytes_b = pmx::write(b).value();
    const auto before = std::chrono::steady_clock::now();
    ASSERT_TRUE(pmx::save(a, path));
    const auto once = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - before).count();
    std::mt19937_64 random(4);
    std::size_t seen_a = 0, seen_b = 0;
    // At least 60 kills; more where a slow disk let no save come to its end yet.
    for (int round = 0; round < 60 || (round < 1000 && (seen_a == 0 || seen_b == 0)); ++round) {
        const pid_t child = ::fork();
        if (child == 0) {
            for (;;)
                if (!pmx::save(b, path) || !pmx::save(a, path)) ::_exit(1);
        }
        std::this_thread::sleep_for(std::chrono::microseconds(random() % static_cast<std::uint64_t>(4 * once + 1000)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        const Bytes now = load_bytes(path).value();
        seen_a += now == bytes_a ? 1 : 0;
        seen_b += now == bytes_b ? 1 : 0;
        ASSERT_TRUE(now == bytes_a || now == bytes_b) << "round " << round;
    }
    EXPECT_GT(seen_a, 0U);
    EXPECT_GT(seen_b, 0U);
}

TEST(Loading, WhatCannotBeRead) {
    const TemporaryFolder folder;
    EXPECT_EQ(load_bytes(folder.path() / "none").error().code, Code::cannot_open);
    EXPECT_EQ(load_bytes(folder.path()).error().code, Code::cannot_read);
    put(folder.path() / "empty", "");
    EXPECT_TRUE(load_bytes(folder.path() / "empty").value().empty());
    EXPECT_EQ(pmx::load(folder.path() / "empty").error().code, Code::wrong_format);
    if (fs::exists("/proc/self/maps")) {
        EXPECT_FALSE(load_bytes("/proc/self/maps").value().empty()); // of no known size
    }
}

} // namespace
} // namespace kagami
