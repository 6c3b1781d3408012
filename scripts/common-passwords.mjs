// Makes internal/shop/common_passwords.bin from the frequency list of zxcvbn-ts (MIT; npm package @zxcvbn-ts/language-common 4.1.3,
// src/passwords.json):
//   node scripts/common-passwords.mjs passwords.json >internal/shop/common_passwords.bin
// The file has the first five bytes of the SHA-256 of each password in lower case, sorted: small, searched without unpacking, and
// without the words themselves, many of which nobody wants to read in a repository.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Shorter ones are refused for their length. */
const shortest = 8
/** Passwords of admins have at least as many characters; of those the list takes all. */
const long = 12
const most = 10_000

const all = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')).map((word) => word.toLowerCase())
const common = [...new Set(all)].filter((word) => [...word].length >= shortest)
const chosen = common.filter((word, rank) => rank < most || [...word].length >= long)
const hashes = chosen
  .map((word) => createHash('sha256').update(word).digest().subarray(0, 5))
  .sort(Buffer.compare)
process.stdout.write(Buffer.concat(hashes))
