// Loading and saving whole files.
#include "kagami/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kagami {

namespace {

namespace fs = std::filesystem;

Error failure(Code code, const fs::path& path, int error) {
    return {code, 0, 0, {}, path.string(), {std::generic_category().message(error)}};
}

/// Closes a descriptor at the end of the scope.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ > STDERR_FILENO) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }
    /// Closes now and tells errno; some file systems report a full disk only here.
    int close() { return ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno; }

private:
    int fd_;
};

/// Returns errno, or 0.
int write_all(int fd, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0) {
            if (errno == EINTR) continue;
            return errno;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return 0;
}

int flush(int fd) {
    return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/// A new file beside the target that is removed unless it was renamed over it.
class Temporary {
public:
    explicit Temporary(const fs::path& target) {
        constexpr std::size_t longest = 200; // file systems allow 255 bytes
        name_ = (target.parent_path() / ".").string();
        name_.append(target.filename().string(), 0, longest).append(".XXXXXX");
        fd_ = ::mkostemp(name_.data(), O_CLOEXEC);
        error_ = fd_ < 0 ? errno : 0;
    }
    ~Temporary() {
        if (fd_ >= 0 && !kept_) ::unlink(name_.c_str());
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    [[nodiscard]] int fd() const { return fd_; }
    [[nodiscard]] int error() const { return error_; }
    int rename_to(const fs::path& target, Existing existing) {
        if (existing == Existing::replace) {
            kept_ = ::rename(name_.c_str(), target.c_str()) == 0;
            return kept_ ? 0 : errno;
        }
        kept_ = ::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0;
        if (kept_ || (errno != EINVAL && errno != ENOSYS)) return kept_ ? 0 : errno;
        return ::link(name_.c_str(), target.c_str()) == 0 ? 0 : errno; // where the file system knows no such renaming
    }

private:
    std::string name_;
    int fd_ = -1, error_ = 0;
    bool kept_ = false;
};

/// Gives a new file the owner and mode of the one it will replace, or the mode that a new file gets. A user who may not
/// give files away becomes the owner.
int adopt_owner_and_mode(int fd, const fs::path& target) {
    struct stat existing{};
    if (::stat(target.c_str(), &existing) == 0) {
        static_cast<void>(::fchown(fd, existing.st_uid, existing.st_gid) == 0 ||
                          ::fchown(fd, static_cast<uid_t>(-1), existing.st_gid) == 0);
        return ::fchmod(fd, existing.st_mode & 07777) == 0 ? 0 : errno;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return ::fchmod(fd, 0666 & ~mask) == 0 ? 0 : errno;
}

/// Where a chain of symbolic links ends, also if nothing is there yet.
fs::path end_of_links(fs::path path) {
    constexpr int most = 40; // as the kernel
    std::error_code error;
    for (int i = 0; i < most && fs::is_symlink(path, error); ++i) {
        const fs::path link = fs::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / link;
    }
    return path;
}

int put(const fs::path& target, std::span<const std::byte> bytes, Existing existing) {
    // Renaming asks for the folder's permissions only.
    if (::access(target.c_str(), W_OK) != 0 && (errno == EACCES || errno == EROFS)) return errno;
    Temporary temporary(target);
    if (temporary.fd() < 0) return temporary.error();
    Descriptor file(temporary.fd());
    if (const int error = adopt_owner_and_mode(file.get(), target)) return error;
    if (const int error = write_all(file.get(), bytes)) return error;
    if (const int error = flush(file.get())) return error;
    if (const int error = file.close()) return error;
    if (const int error = temporary.rename_to(target, existing)) return error;
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() >= 0) flush(directory.get()); // the new content is in place; only its name may not be on disk yet
    return 0;
}

} // namespace

Result<Bytes> load_bytes(const fs::path& path) {
    const bool standard_input = path == "-";
    const Descriptor file(standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) return std::unexpected(failure(Code::cannot_open, path, errno));
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) return std::unexpected(failure(Code::cannot_read, path, errno));
    if (S_ISDIR(status.st_mode)) return std::unexpected(failure(Code::cannot_read, path, EISDIR));
    try {
        Bytes bytes;
        constexpr std::size_t step = std::size_t{1} << 16;
        bytes.reserve(S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : step);
        for (;;) { // a pipe has no size, and a file can grow meanwhile
            const std::size_t have = bytes.size();
            if (have == bytes.capacity()) bytes.reserve(have * 2);
            const ssize_t n = ::read(file.get(), bytes.data() + have, bytes.capacity() - have);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return std::unexpected(failure(Code::cannot_read, path, errno));
            if (n == 0) return bytes;
            bytes.resize_for_overwrite(have + static_cast<std::size_t>(n));
        }
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{Code::out_of_memory, 0, 0, {}, path.string(), {}});
    }
}

Result<MappedFile> map_file(const fs::path& path) {
    constexpr off_t worth_mapping = off_t{1} << 20;
    const Descriptor file(path == "-" ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    MappedFile content;
    struct stat status{};
    if (file.get() >= 0 && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= worth_mapping) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
        if (memory != MAP_FAILED) {
            content.mapped_ = {static_cast<const std::byte*>(memory), size};
            return content;
        }
    }
    auto bytes = load_bytes(path);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    content.loaded_ = std::move(*bytes);
    return content;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : mapped_(std::exchange(other.mapped_, {})), loaded_(std::move(other.loaded_)) {
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(mapped_, other.mapped_);
    std::swap(loaded_, other.loaded_);
    return *this;
}

MappedFile::~MappedFile() {
    if (!mapped_.empty()) ::munmap(const_cast<std::byte*>(mapped_.data()), mapped_.size());
}

Result<void> save_bytes(std::span<const std::byte> bytes, const fs::path& path, Existing existing) {
    if (path == "-") {
        if (const int error = write_all(STDOUT_FILENO, bytes)) return std::unexpected(failure(Code::cannot_write, path, error));
        return {};
    }
    std::error_code none;
    const auto is_there = [&] { return std::unexpected(Error{Code::file_exists, 0, 0, {}, path.string(), {}}); };
    if (existing == Existing::keep && fs::symlink_status(path, none).type() != fs::file_type::not_found && !none) return is_there();
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        // A device or a pipe cannot be replaced by renaming.
        Descriptor file(S_ISDIR(status.st_mode) ? -1 : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (file.get() < 0) return std::unexpected(failure(Code::cannot_write, path, S_ISDIR(status.st_mode) ? EISDIR : errno));
        int error = write_all(file.get(), bytes);
        if (error == 0) error = file.close();
        if (error != 0) return std::unexpected(failure(Code::cannot_write, path, error));
        return {};
    }
    const fs::path target = end_of_links(path);
    if (fs::is_symlink(target, none)) return std::unexpected(failure(Code::cannot_write, path, ELOOP));
    const int error = put(target, bytes, existing);
    if (error == 0) return {};
    if (error == EEXIST) return is_there();
    const fs::path folder = target.parent_path();
    if (error == ENOENT && !folder.empty() && !fs::exists(folder, none))
        return std::unexpected(Error{Code::cannot_write, 0, 0, {}, path.string(), {"there is no folder " + folder.string()}});
    return std::unexpected(failure(Code::cannot_write, path, error));
}

} // namespace kagami
