#!/usr/bin/env python3
"""Checks a journal with nothing of the exchange's own code: verify-journal.py <core name> <segment or export>..."""
import gzip, hashlib, json, os, re, sys
from collections import defaultdict

LINE = re.compile(rb'\{"hash":"([0-9a-f]{64})",(?:"group":\d+,"place":\d+,"count":\d+,)?"batch":(\{.*\})\}\n', re.S)
# Signs of house accounts: -1 is never above zero, 1 never below it, 0 may be either. No account of a user is below zero.
SIGNS = {'custody': -1, 'treasury': 0, 'fees': 1, 'clearing': 0, 'insurance': 1, 'funding': 0, 'option': 1, 'financial': 1, 'referral': 1, 'dust': 1}
HOUSE, USER = fr'house/({"|".join(SIGNS)})(?::[^/]+)?/([^/]+)', r'\d+/(?:spot|contract|financial|option|legal)/([^/]+)/(available|frozen|locked)'
ACCOUNT = re.compile(f'(?:{HOUSE}|{USER})')
core, files = sys.argv[1], sorted(sys.argv[2:], key=os.path.basename)
head, position, time, batches, where = hashlib.sha256(core.encode()).hexdigest(), -1, 0, 0, 'before the first line'
balance, lies_in, held = defaultdict(int), {}, defaultdict(int)


def check(holds, complaint):
    if not holds:
        sys.exit(f'{where}, after position {position}: {complaint}')


def move(hold, account, amount):
    """A hold lies in one account; once nothing is left in it, it is gone."""
    check(lies_in.setdefault(hold, account) == account, f'hold {hold} belongs to another than {account}')
    held[hold] += amount
    check(held[hold] >= 0, f'hold {hold} is overspent')
    if held[hold] == 0:
        del held[hold], lies_in[hold]


def post(entry):
    amount, names = int(entry['amount']), (entry['debit'], entry['credit'])
    check(amount > 0, f'an entry of {amount}')
    accounts = [ACCOUNT.fullmatch(name) for name in names]
    check(all(accounts), f'{names[0]} or {names[1]} is no account')
    check(len({account[2] or account[3] for account in accounts}) == 1, 'an entry between two assets')
    # Spent funds come from `hold`. Reserved funds go to `hold`, or to `into` if they come from another hold.
    is_held = [account[4] in ('frozen', 'locked') for account in accounts]
    check(('hold' in entry) == any(is_held), f'{names[0]} to {names[1]}: it must name a hold where one is touched')
    check(('into' in entry) == all(is_held), f'{names[0]} to {names[1]}: it must say into which hold, from another one')
    holds = entry.get('hold'), entry.get('into', entry.get('hold'))
    for name, change, is_in_hold, hold in zip(names, (-amount, amount), is_held, holds):
        balance[name] += change
        if is_in_hold:
            move(hold, name, change)
    for name, account in zip(names, accounts):
        check(SIGNS.get(account[1], 1) * balance[name] >= 0, f'{name} is at {balance[name]}')


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
