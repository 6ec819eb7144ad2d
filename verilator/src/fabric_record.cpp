// SPDX-License-Identifier: Apache-2.0
#include "fabric_record.h"

#include <cerrno>
#include <cstring>

namespace fairlead {

void Fabric::record(const char* path, const uint64_t* words, int count) {
    if (m_state != CREATED) throw Error{FL_E_STATE, "record after reset"};
    if (path == nullptr) throw Error{FL_E_ARGUMENT, "record: no file name"};
    std::FILE* const file = std::fopen(path, "wb");
    if (file == nullptr) throw Error{FL_E_IO, std::string(path) + ": " + std::strerror(errno)};
    recorder = std::make_unique<Recorder>(file);
    recorder->create(words, count);
    for (uint32_t n = 0; n < m_nodes; ++n) {
        for (const auto& [reg, value] : m_registers[n]) recorder->configure(static_cast<int>(n), reg, value);
    }
    if (!m_tree_words.empty()) recorder->tree(m_tree_words.data(), static_cast<int>(m_tree_words.size()));
}

void Fabric::Recorder::put(const void* data, size_t bytes) {
    if (bytes > 0 && std::fwrite(data, 1, bytes, file) != bytes) broken = true;
}

void Fabric::Recorder::header(Chunk type, size_t bytes) {
    const uint32_t head[2] = {static_cast<uint32_t>(type), static_cast<uint32_t>(bytes)};
    put(head, sizeof head);
}

void Fabric::Recorder::pad(size_t bytes) {
    const uint64_t zero = 0;
    put(&zero, (8 - bytes % 8) % 8);
}

void Fabric::Recorder::create(const uint64_t* words, int count) {
    put(&RECORD_MAGIC, sizeof RECORD_MAGIC);
    char hash[64] = {};
    std::memcpy(hash, hw::MANIFEST_HASH, std::min(sizeof hash, sizeof hw::MANIFEST_HASH - 1));
    put(hash, sizeof hash);
    const size_t bytes = static_cast<size_t>(count) * sizeof *words;
    header(Chunk::CREATE, bytes);
    for (int i = 0; i < count; ++i) {
        const bool address = i == FL_C_EVENTS || i == FL_C_RESULT || i == FL_C_MEMORY;
        const uint64_t word = address ? 0 : words[i];
        put(&word, sizeof word);
    }
}

void Fabric::Recorder::configure(int node, int reg, uint64_t value) {
    const uint64_t words[3] = {static_cast<uint64_t>(static_cast<int64_t>(node)), static_cast<uint64_t>(reg), value};
    header(Chunk::CONFIGURE, sizeof words);
    put(words, sizeof words);
}

void Fabric::Recorder::tree(const uint64_t* words, int count) {
    header(Chunk::TREE, static_cast<size_t>(count) * sizeof *words);
    put(words, static_cast<size_t>(count) * sizeof *words);
}

void Fabric::Recorder::reset() { header(Chunk::RESET, 0); }

void Fabric::Recorder::load(int node, uint32_t address, const void* data, int bytes) {
    const uint64_t words[2] = {static_cast<uint64_t>(node), address};
    header(Chunk::LOAD, sizeof words + static_cast<size_t>(bytes));
    put(words, sizeof words);
    put(data, static_cast<size_t>(bytes));
    pad(static_cast<size_t>(bytes));
}

void Fabric::Recorder::submit(const Command* commands, int count) {
    if (count == 0) return;
    header(Chunk::SUBMIT, static_cast<size_t>(count) * sizeof *commands);
    put(commands, static_cast<size_t>(count) * sizeof *commands);
}

void Fabric::Recorder::run(uint64_t limit) {
    header(Chunk::RUN, sizeof limit);
    put(&limit, sizeof limit);
}

bool Fabric::Recorder::close() {
    const bool whole = std::fclose(file) == 0 && !broken;
    file = nullptr;
    return whole;
}

}  // namespace fairlead
