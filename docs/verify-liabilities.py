#!/usr/bin/env python3
"""Checks with nothing of the exchange's own code, and no package:
verify-liabilities.py <proof.json> [<public key in hex>]   a user's proof that their balances are part of what is owed
verify-liabilities.py heads <core name> <day.jsonl>...     files of signed heads, from the first day on"""
import hashlib, json, os, re, sys

LINE = re.compile(r'(\{"v":1,.*),"signature":"([0-9a-f]{128})"\}', re.S)
HEX = re.compile(r'[0-9a-f]{64}')
AMOUNT = re.compile(r'0|[1-9][0-9]{0,29}')
# Leaves of one user, since form 2: each has a number of its own, so that none is counted twice.
PARTS = 4


def fail(complaint):
    sys.exit(f'REFUSED: {complaint}')


def check(holds, complaint):
    if not holds:
        fail(complaint)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


# Ed25519, RFC 8032: slow and short.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    u, v = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    sum_ = (0, 1, 1, 0)
    while number:
        if number & 1:
            sum_ = add(sum_, point)
        point, number = add(point, point), number >> 1
    return sum_


def point(data):
    number = int.from_bytes(data, 'little')
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * ROOT % P
    if (x * x - xx) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def is_signed(key, text, signature):
    public, start = point(key), point(signature[:32])
    scalar = int.from_bytes(signature[32:], 'little')
    if public is None or start is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + text.encode()).digest()
    left = times(scalar, BASE)
    right = add(start, times(int.from_bytes(digest, 'little') % ORDER, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def read_line(line, where):
    parts = LINE.fullmatch(line)
    check(parts, f'{where} is no signed line')
    signed = json.loads(parts[1] + '}')
    check(is_signed(bytes.fromhex(signed['key']), parts[1], bytes.fromhex(parts[2])), f'the signature of {where} does not fit')
    return signed


def amount(text):
    """Nothing below zero can be written: nobody may be made up who owes."""
    check(isinstance(text, str) and AMOUNT.fullmatch(text), f'{text} is no amount')
    return int(text)


def shown(units, scale):
    digits = str(abs(units)).rjust(scale + 1, '0')
    whole, rest = digits[: len(digits) - scale], digits[len(digits) - scale:].rstrip('0')
    return ('-' if units < 0 else '') + whole + ('.' + rest if rest else '')


def check_leaf(tree, owner, leaf, of):
    """From a leaf to the root; what lies in the leaf."""
    asset, (kind, number) = of['asset'], owner
    check(HEX.fullmatch(leaf['salt']), f'the salt of {asset} is none')
    own = total = amount(leaf['sum'])
    digest = sha256(f'{kind}|{tree}|{number}|{leaf["salt"]}|{total}')
    for step in leaf['path']:
        check(HEX.fullmatch(step['hash']) and step['side'] in ('left', 'right'), f'the path of {asset} is none')
        other = amount(step['sum'])
        pair = f'{other}|{step["hash"]}|{total}|{digest}' if step['side'] == 'left' else f'{total}|{digest}|{other}|{step["hash"]}'
        digest, total = sha256(f'node|{pair}'), total + other
    check(digest == of['root'], f'the path of {asset} leads to another root')
    check(total == int(of['sum']), f'the path of {asset} leads to another sum')
    return own


def check_proof(file, key):
    with open(file, encoding='utf-8') as opened:
        proof = json.load(opened)
    check(proof['form'] in ('balances/1', 'balances/2'), 'it is no proof of this form')
    signed = read_line(proof['signed'], 'the line that publishes the roots')
    check(key is None or signed['key'] == key, 'another key has signed it')
    said, core, user = signed['said'], proof['core'], proof['user']
    is_formed = said['is'] == 'liabilities' and signed['core'] == core and type(user) is int
    check(is_formed and proof['form'] == f'balances/{said.get("form", 1)}', 'it is no proof of this form')
    published = {one['asset']: one for one in said['assets']}
    for one in published.values():
        foots = amount(one['sum']) + int(one['house']) + int(one['custody']) == 0
        check(foots, f'users, house and custody of {one["asset"]} do not come to nothing')
    for own in proof['assets']:
        asset = own['asset']
        check(asset in published, f'{asset} is not published')
        of, tree = published.pop(asset), f'{core}|{asset}|{said["position"]}'
        if proof['form'] == 'balances/1':
            has = check_leaf(tree, ('leaf', user), own, of)
        else:
            check(len(own['parts']) == PARTS, f'{asset} has {len(own["parts"])} parts')
            has = sum(check_leaf(tree, ('part', f'{user}|{part}'), leaf, of) for part, leaf in enumerate(own['parts'], 1))
        facts = [shown(int(one), of['scale']) for one in (has, of['sum'], of['house'], of['custody'])]
        print('{}: {} of {} that {} users have; house {}, custody {}'.format(asset, *facts[:2], of['users'], *facts[2:]))
    print(f'PROVED for account {user} at position {said["position"]}, batch {said["hash"]}')
    print(f'signed by {signed["key"]} as line {signed["number"]}: compare both with what the exchange publishes')


def check_heads(core, files):
    before, key, number, time, reached = sha256(core), None, 0, 0, -1
    for file in sorted(files, key=os.path.basename):
        with open(file, encoding='utf-8') as opened:
            lines = opened.read().split('\n')
        check(lines[-1] == '', f'{file} ends in half a line')
        for line in lines[:-1]:
            number += 1
            where = f'line {number}'
            signed = read_line(line, where)
            said = signed['said']
            check(signed['number'] == number and signed['core'] == core, f'{where} has another place')
            check(signed['before'] == before, f'{where} names another line before it')
            check(signed['at'] >= time, f'the time of {where} lies before that of the line before')
            check((said['is'] == 'begin') == (key is None) and signed['key'] == (key or signed['key']), f'{where} is signed by another key')
            if said['is'] == 'head':
                check(said['position'] >= reached, f'{where} is of an earlier position')
            if said['is'] in ('head', 'cut'):
                reached = said['position']
            if said['is'] == 'cut':
                print(f'{where}: the operator says that the journal was cut, and ends at position {reached} with {said["hash"]}')
            key = said['next'] if said['is'] == 'hand-over' else signed['key']
            before, time = sha256(line), signed["at"]
    print(f'{number} lines up to position {reached}, signed by {key}, the last one {before}')


if __name__ == '__main__':
    if len(sys.argv) > 3 and sys.argv[1] == 'heads':
        check_heads(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) in (2, 3):
        check_proof(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None)
    else:
        sys.exit(__doc__)
