#!/usr/bin/env python3
"""Checks a journal with nothing of the exchange's own code: verify-journal.py <core name> <segment or export>..."""
import gzip, hashlib, json, os, re, sys
from collections import defaultdict

LINE = re.compile(rb'\{"hash":"([0-9a-f]{64})",(?:"group":\d+,"place":\d+,"count":\d+,)?"batch":(\{.*\})\}\n', re.S)
core, files = sys.argv[1], sorted(sys.argv[2:], key=os.path.basename)
head, position, time, batches, where = hashlib.sha256(core.encode()).hexdigest(), -1, 0, 0, 'before the first line'
balance, hold_owner, held = defaultdict(int), {}, defaultdict(int)


def check(holds, complaint):
    if not holds:
        sys.exit(f'{where}, after position {position}: {complaint}')


def post(entry):
    amount, sides = int(entry['amount']), ((entry['debit'], -1), (entry['credit'], 1))
    check(amount > 0, f'an entry of {amount}')
    check(len({account.split('/')[2] for account, _ in sides}) == 1, 'an entry between two assets')
    for account, sign in sides:
        balance[account] += sign * amount
        if not account.endswith(('/frozen', '/locked')):
            continue
        check('hold' in entry, f'{account} moves without a hold')
        check(hold_owner.setdefault(entry['hold'], account) == account, f'hold {entry["hold"]} belongs to another')
        held[entry['hold']] += sign * amount
        check(held[entry['hold']] >= 0, f'hold {entry["hold"]} is overspent')
    for account, _ in sides:
        sign = -1 if account.startswith('house/custody/') else 1
        check('/treasury/' in account or sign * balance[account] >= 0, f'{account} is at {balance[account]}')


for file in files:
    for number, line in enumerate((gzip.open if file.endswith('.gz') else open)(file, 'rb'), 1):
        where, parts = f'{file}:{number}', LINE.fullmatch(line)
        check(parts, 'not a line of a journal')
        check(hashlib.sha256(head.encode() + parts[2]).hexdigest() == parts[1].decode(), 'the hash does not fit')
        batch = json.loads(parts[2])
        check(batch['prev'] == head, 'linked to another batch than the one before')
        check(batch['first'] == position + 1 and batch['events'], 'positions do not follow each other')
        check(batch['at'] >= time, 'time runs backwards')
        for event in batch['events']:
            for entry in event.get('entries', []):
                post(entry)
        head, time, position = parts[1].decode(), batch['at'], position + len(batch['events'])
        batches += 1
for account in sorted(account for account, amount in balance.items() if amount):
    print(f'{balance[account]:>24}  {account}')
print(f'{batches} batches, {position + 1} events, all balances sum to {sum(balance.values())}, head {head}')
