import hashlib, hmac
seed, digest = bytes.fromhex("SEED"), bytes.fromhex("DIGEST")
text = open("entries.csv", "rb").read()
assert hashlib.sha256(seed).hexdigest() == "SEED_HASH", "not the locked seed"
assert hashlib.sha256(text).digest() == digest, "not the published list"
key = hashlib.sha256(seed + digest).digest()
rows = [row.split(",") for row in text.decode().splitlines()]
order = sorted((tier, hmac.digest(key, number.encode(), "sha256"), number) for number, _, tier, out in rows if out == "0")
for rank, (_, _, number) in enumerate(order, 1):
    print(rank, number)
