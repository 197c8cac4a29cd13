#!/usr/bin/env python3
"""Checks the certificate of a second contract with nothing of the exchange's own code: verify-certificate.py <certificate>"""
import hashlib, json, re, sys

LINE = re.compile(r'\{"hash":"([0-9a-f]{64})","batch":(\{.*\})\}', re.S)
DELAY, WAIT, CANCEL, PPB = 500, 15_000, 5_000, 10**9


def check(holds, complaint):
    if not holds:
        sys.exit(f'REFUSED: {complaint}')


given = json.load(open(sys.argv[1], encoding='utf8'))
check(given['form'] == 'second-contract/1', 'another form')
batches, before = [], None
for line in given['lines']:
    parts = LINE.fullmatch(line)
    check(parts, 'not a line of a journal')
    batch = json.loads(parts[2])
    digest = hashlib.sha256((batch['prev'] + parts[2]).encode()).hexdigest()
    check(digest == parts[1], f'the hash of the batch at {batch["first"]} does not fit')
    batch.update(position=batch['first'] + len(batch['events']) - 1, hash=digest)
    check(before is None or batch['first'] > before['position'] and batch['at'] >= before['at'], 'out of order')
    if before and before['position'] + 1 == batch['first']:
        check(batch['prev'] == before['hash'], 'neighbours that are not linked')
    batches.append(batch)
    before = batch


def one(kind):
    found = [(b, e) for b in batches for e in b['events'] if e['type'] == kind and e.get('contract') == given['contract']]
    check(len(found) < 2, f'{kind} twice')
    return found[0] if found else (None, None)


def median(prices):
    prices, half = sorted(prices), len(prices) // 2
    return prices[half] if len(prices) % 2 else prices[half - 1] + (prices[half] - prices[half - 1]) // 2


(bought_in, bought), (entered_in, entry), (settled_in, settled) = map(one, ('OptionBought', 'OptionEntered', 'OptionSettled'))
check(bought and settled, 'no purchase, or no settlement')
check(bought_in['actor'] == f'user/{bought["user"]}', 'bought by another')
published = []
for batch in batches:
    for event in batch['events']:
        for symbol, price, sources, *link in event['prices'] if event['type'] == 'IndexPublished' else []:
            if symbol != bought['symbol']:
                continue
            check(batch['actor'].startswith('feed/'), 'published by somebody who is no feed')
            check(price == median([shown for _, shown, _ in sources]), f'no median at {batch["position"]}')
            check(len({number for number, _, _ in sources}) == len(sources), f'a source twice at {batch["position"]}')
            check(all(at <= batch['at'] for _, _, at in sources), f'a source ahead of time at {batch["position"]}')
            published.append((batch['at'], price, batch['position'], link[0] if link else None))


def around(at):
    """The last publication before a time and the first from it on: the later one names the other."""
    earlier, later = [p for p in published if p[0] < at], [p for p in published if p[0] >= at]
    last, first = earlier[-1] if earlier else None, later[0] if later else None
    check(first is None or first[3] == (last and last[2]), 'a publication was left out')
    return last, first


up = 1 if bought['direction'] == 'up' else -1
stake, fee, duration = int(bought['stake']), int(bought['fee']), bought['durationMs']
profit, loss = bought.get('takeProfit'), bought.get('stopLoss')


def reached(price):
    if profit is not None and (price - profit) * up >= 0:
        return 'take_profit'
    return 'stop_loss' if loss is not None and (loss - price) * up >= 0 else None


asset = bought['asset']
mine, locked = (f'{bought["user"]}/option/{asset}/{bucket}' for bucket in ('available', 'locked'))


def moved_by(event):
    moved = {}
    for e in event['entries']:
        for account, sign in ((e['debit'], -1), (e['credit'], 1)):
            moved[account] = moved.get(account, 0) + sign * int(e['amount'])
    return {account: amount for account, amount in moved.items() if amount}


def pays(end, elapsed, reason=None):
    """What the rule gives: to the owner, of it income, and the fee; against what the event says and its entries move."""
    check(settled['end'] == end and settled.get('reason') == reason, f'{settled["end"]} instead of {end}')
    income = back = charged = 0
    if end in ('won', 'take_profit'):
        part = (1, 1) if end == 'won' else (elapsed, duration)
        back, income = stake, stake * bought['payoutPpb'] * part[0] // (PPB * part[1])
        charged = min(fee, back + income)
    elif end in ('lost', 'stop_loss'):
        back = 0 if end == 'lost' else stake * (duration - elapsed) // (2 * duration)
        charged = min(fee, stake - back)
    else:
        back = stake
    paid = back + income - (charged if end in ('won', 'take_profit') else 0)
    told = tuple(int(settled[field]) for field in ('paid', 'income', 'fee'))
    check(told == (paid, income, charged), f'{told} paid instead of {(paid, income, charged)}')
    kept = stake - back - (0 if end in ('won', 'take_profit') else charged)
    check(moved_by(bought) == {mine: -stake, locked: stake}, 'the stake was not locked')
    wanted = {mine: paid, locked: -stake, f'house/option/{asset}': kept - income, f'house/fees/{asset}': charged}
    check(moved_by(settled) == {account: amount for account, amount in wanted.items() if amount}, 'other amounts moved')
    print(f'PROVED: {bought["symbol"]} {bought["direction"]}, stake {stake}: {end}, paid {paid} (income {income}, fee {charged})')


start = bought.get('startsAt', bought_in['at']) + DELAY
check(bought['from'] == start, 'another earliest entry')
check(bought.get('startsAt', sys.maxsize) > bought_in['at'], 'started before it was bought')
check(settled_in['actor'] == (f'user/{bought["user"]}' if settled['end'] == 'cancelled' else 'clock'), 'settled by another')
if settled['end'] == 'cancelled':
    check('startsAt' in bought and bought['startsAt'] - settled_in['at'] > CANCEL, 'taken back too late')
    pays('cancelled', 0)
    sys.exit()
_, begun = around(start)
if begun is None or begun[0] > start + WAIT:
    check(entry is None and settled_in['at'] > start + WAIT, 'there was time for an entry')
    pays('refunded', 0, 'entry_missed')
elif (profit is not None and (profit - begun[1]) * up < 1) or (loss is not None and (begun[1] - loss) * up < 1):
    check(entry is None and settled['batch'] == begun[2], 'not given back at its entry')
    pays('refunded', 0, 'level_passed')
else:
    ends = begun[0] + duration
    check(entry and (entry['at'], entry['price'], entry['batch'], entry['endsAt']) == (*begun[:3], ends), 'another entry')
    check(entered_in['actor'] == 'clock', 'entered by somebody')
    hit, previous = None, begun
    for one_of in [p for p in published if begun[0] < p[0] < ends] if (profit, loss) != (None, None) else []:
        check(one_of[3] == previous[2], 'a publication was left out')
        previous = one_of
        if reached(one_of[1]):
            hit = one_of
            break
    last, following = around(ends) if hit is None else (hit, hit)
    check(settled['dueAt'] == (hit[0] if hit else ends) <= settled_in['at'], 'settled before it was due')
    if hit is None and ends - last[0] > bought['staleMs']:
        pays('refunded', 0, 'index_stale')
    else:
        check((settled['at'], settled['price'], settled['batch']) == last[:3], 'settled by another publication')
        won = (last[1] - begun[1]) * up
        pays(reached(hit[1]) if hit else 'won' if won > 0 else 'lost' if won < 0 else 'tie', last[0] - begun[0])
    if following is None:
        print('but no publication has come since: only the journal shows that this was the last')
