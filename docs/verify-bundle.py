#!/usr/bin/env python3
"""Checks an evidence bundle with nothing of the exchange's own code, and no package (verify-liabilities.py lies beside it):
verify-bundle.py <bundle.zip> [<public key in hex>]"""
import hashlib, importlib.util, json, os, re, struct, sys, zlib
from datetime import datetime, timezone

sys.dont_write_bytecode = True
where = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'verify-liabilities.py')
spec = importlib.util.spec_from_file_location('liabilities', where)
liabilities = importlib.util.module_from_spec(spec)
spec.loader.exec_module(liabilities)
check, fail, sha256, shown = liabilities.check, liabilities.fail, liabilities.sha256, liabilities.shown

LINE = re.compile(r'\{"hash":"([0-9a-f]{64})","batch":(\{.*\})\}', re.S)
PART_CHARS = 8 << 20
LIVES = {
    'order': ('order', 'makerOrder', 'takerOrder'),
    'position': ('position', 'makerPosition', 'takerPosition', 'other', 'long', 'short'),
    'stop': ('stop',), 'withdrawal': ('withdrawal',), 'recharge': ('recharge',), 'contract': ('contract',),
    'financial': ('purchase',), 'mining': ('purchase',), 'liquidation': ('liquidation',),
}
NAMED = {'contract': 'Option', 'financial': 'Financial', 'mining': 'Mining'}


def header(method, crc, packed, size, name):
    return struct.pack('<HHHHHIIIHH', 20, 0, method, 0, 0x21, crc, packed, size, len(name), 0)


def unzip(data):
    """Every byte has one value that it must have; whatever is otherwise is named."""
    directory = 'the directory of the ZIP is not written as it must be'
    check(len(data) >= 22, directory)
    size, offset = struct.unpack('<II', data[-10:-2])
    check(offset + size + 22 == len(data), directory)
    at, place, entries, again = offset, 0, [], b''
    while at + 46 <= offset + size:
        method, crc, packed, whole, length = struct.unpack('<H4xIIIH', data[at + 10:at + 30])
        start, name = struct.unpack('<I', data[at + 42:at + 46])[0], data[at + 46:at + 46 + length]
        told = header(method, crc, packed, whole, name)
        again += b'PK\1\2' + struct.pack('<H', 20) + told + struct.pack('<HHHII', 0, 0, 0, 0, start) + name
        shown_name = name.decode('ascii', 'replace')
        check(start == place, f'{shown_name} is not written as it must be')
        check(data[start:start + 30 + length] == b'PK\3\4' + told + name, f'{shown_name} is not written as it must be')
        place = start + 30 + length + packed
        entries.append((shown_name, method, crc, whole, data[start + 30 + length:place]))
        at += 46 + length
    count = len(entries)
    again += b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, count, count, size, offset, 0)
    check(place == offset and data[offset:] == again, directory)
    return entries


def content_of(name, method, crc, size, packed):
    changed = f'{name} is not what was packed'
    check(size <= 1032 * len(packed), changed)
    try:
        content = packed if method == 0 else zlib.decompressobj(-15).decompress(packed, size + 1)
    except zlib.error:
        fail(changed)
    check(method in (0, 8) and len(content) == size and zlib.crc32(content) == crc, changed)
    return content


def is_of_life(about, event):
    kind = about['is']
    if not event['type'].startswith(NAMED.get(kind, '')):
        return False
    return any(event.get(field) == about['id'] for field in LIVES[kind])


def is_of_case(about, account):
    return about['is'] != 'user' or account.startswith(f'{about["id"]}/')


def iso(at):
    return datetime.fromtimestamp(at // 1000, timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.') + f'{at % 1000:03}Z'


def units(text, scale):
    sign, whole, rest = re.fullmatch(r'(-?)(\d+)(?:\.(\d+))?', text).groups()
    return int(whole + (rest or '').ljust(scale, '0')) * (-1 if sign else 1)


class Statement:
    HEAD = 'position,at,account,kind,against,change,balance\n'

    def __init__(self, about, scales, opening):
        self.about, self.scales, self.opening, self.balances = about, scales, opening, dict(opening)
        self.parts, self.lines, self.length = [], [], len(self.HEAD)

    def decimal(self, account, amount):
        return shown(amount, self.scales.get(account.split('/')[2], 0))

    def take(self, batch, position):
        whole = self.about['is'] in ('period', 'user')
        for event in batch['events']:
            if not whole and not is_of_life(self.about, event):
                continue
            for entry in event.get('entries', []):
                amount = int(entry['amount'])
                check(amount > 0, f'position {position}: an entry of {amount}')
                for account, against, change in ((entry['debit'], entry['credit'], -amount), (entry['credit'], entry['debit'], amount)):
                    check(account.split('/')[2] == against.split('/')[2], f'position {position}: an entry between two assets')
                    if is_of_case(self.about, account):
                        self.move(batch, position, entry['kind'], account, against, change)

    def move(self, batch, position, kind, account, against, change):
        balance = self.balances[account] = self.balances.get(account, 0) + change
        figures = f'{self.decimal(account, change)},{self.decimal(account, balance)}'
        line = f'{position},{iso(batch["at"])},{account},{kind},{against},{figures}\n'
        self.lines.append(line)
        self.length += len(line)
        if self.length >= PART_CHARS:
            self.close()

    def close(self):
        if self.lines:
            self.parts.append(self.HEAD + ''.join(self.lines))
        self.lines, self.length = [], len(self.HEAD)

    def texts(self):
        self.close()
        rows = (f'{name},{self.decimal(name, self.opening.get(name, 0))},{self.decimal(name, self.balances[name])}\n' for name in sorted(self.balances))
        yield 'balances.csv', 'account,opening,closing\n' + ''.join(rows)
        yield from ((f'statement/{number:06}.csv', text) for number, text in enumerate(self.parts, 1))


def lines_of(files, folder):
    for name, content in files.items():
        if name.startswith(folder):
            text = content.decode()
            check(text.endswith('\n'), f'{name} ends in half a line')
            yield from ((f'{name}:{number}', line) for number, line in enumerate(text.split('\n')[:-1], 1))


def read_batches(files, about, first, last, statement):
    runs, hashes, time = [], {}, 0
    for place, line in lines_of(files, 'journal/'):
        parts = LINE.fullmatch(line)
        check(parts, f'{place} is not a line of a journal')
        batch = json.loads(parts[2])
        position = batch['first'] + len(batch['events']) - 1
        check(batch['events'] and sha256(batch['prev'] + parts[2]) == parts[1], f'the hash at position {position} does not fit')
        check(batch['at'] >= time and (not runs or batch['first'] > runs[-1]['last']), f'the batch at position {position} is out of order')
        if runs and runs[-1]['last'] == batch['first'] - 1:
            check(runs[-1]['hash'] == batch['prev'], f'the batch at position {position} is linked to another one')
            runs[-1].update(last=position, hash=parts[1])
        else:
            runs.append({'first': batch['first'], 'last': position, 'before': batch['prev'], 'hash': parts[1]})
            hashes[batch['first'] - 1] = batch['prev']
        hashes[position], time = parts[1], batch['at']
        if batch['first'] >= first and position <= last:
            statement.take(batch, position)
    check(about['is'] != 'period' or (len(runs) == 1 and runs[0]['first'] <= first and runs[0]['last'] >= last), 'something of the period is left out')
    return runs, hashes


def read_heads(files, core, hashes, runs, trusted):
    before, key, number, time, places = None, None, 0, 0, {}
    for where, line in lines_of(files, 'heads/'):
        signed = liabilities.read_line(line, where)
        said = signed['said']
        if before is None:
            before, number = signed['before'], signed['number'] - 1
            check(number > 0 or before == sha256(core), f'{where} begins with another core')
        number += 1
        check(signed['core'] == core and signed['number'] == number and signed['before'] == before, f'{where} does not follow')
        check(signed['at'] >= time and signed['key'] == (key or signed['key']), f'{where} does not follow')
        if said['is'] == 'cut':
            places = {place: of for place, of in places.items() if place <= said['position']}
            print(f'line {number}: the operator says that the journal was cut, and ends at position {said["position"]}')
        if 'position' in said:
            places[said['position']] = (number, said['hash'])
        key = said['next'] if said['is'] == 'hand-over' else signed['key']
        before, time = sha256(line), signed['at']
    check(trusted is None or key == trusted, 'another key has signed it')
    reached = None
    for position, (line, digest) in places.items():
        if any(run['first'] - 1 <= position <= run['last'] for run in runs):
            check(hashes.get(position) == digest, f'line {line} of the signed heads contradicts the batch at position {position}')
            reached = max(position, reached if reached is not None else -1)
    return key, number, reached, places


def main(file, trusted):
    with open(file, 'rb') as opened:
        *entries, last = unzip(opened.read())
    check(last[0] == 'bundle.json' and last[1] == 0, 'bundle.json is missing')
    told = json.loads(content_of(*last))
    check(told['form'] in ('evidence/1', 'evidence/2') and len(entries) == len(told['files']), 'it is no bundle of this form')
    files = {}
    for entry, of in zip(entries, told['files']):
        content, digest = content_of(*entry), hashlib.sha256(entry[4]).hexdigest()
        is_told = of['name'] == entry[0] and of['size'] == len(content) and of['packed'] == digest
        check(is_told and of['sha256'] == hashlib.sha256(content).hexdigest(), f'{entry[0]} is not what bundle.json says')
        files[entry[0]] = content
    about, scales = told['about'], dict(told['scales'])
    rows = [line.split(',') for line in files['balances.csv'].decode().split('\n')[1:-1]]
    statement = Statement(about, scales, {name: units(opening, scales.get(name.split('/')[2], 0)) for name, opening, _ in rows})
    runs, hashes = read_batches(files, about, told['from'], told['until'], statement)
    check(runs == told['runs'], 'its batches are not those that bundle.json names')
    key, lines, reached, places = read_heads(files, told['core'], hashes, runs, trusted)
    expected = dict(statement.texts())
    for name in sorted({name for name in files if name.startswith(('statement/', 'balances'))} | set(expected)):
        check(name in expected and name in files and expected[name].encode() == files[name], f'{name} is not what the batches give')
    for name, opening, closing in rows:
        check(is_of_case(about, name), f'{name} is none of its accounts')
        check(about['is'] in ('period', 'user') or opening == '0', f'{name} has a balance before the case')
    if about['is'] == 'period':
        for side in (statement.opening, statement.balances):
            totals = {}
            for name, amount in side.items():
                totals[name.split('/')[2]] = totals.get(name.split('/')[2], 0) + amount
            check(not any(totals.values()), 'balances of all accounts do not come to nothing')
    subject = about['is'] if about['is'] == 'period' else f'{about["is"]} {about["id"]}'
    print(f'PROVED: {told["batches"]} batches of {told["core"]} about {subject}, positions {told["from"]} to {told["until"]}')
    for run in runs:
        state = '' if run['last'] in places else ', which no signed head here names: compare it with the journal'
        print(f'positions {run["first"]} to {run["last"]}, last batch {run["hash"]}{state}')
    if told['stateHash'] is not None:
        form = told.get('stateForm', 1)
        print(f'state after a replay {told["stateHash"]}, of form {form}: only a program that makes states of that form can compare it')
    if key is None:
        print('nothing in it is signed: compare the hashes with the journal, or with heads that you have kept')
    else:
        print(f'signed by {key} up to position {reached}, line {lines}: compare the key with what the exchange publishes')


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None)
