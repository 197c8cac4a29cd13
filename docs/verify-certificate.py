#!/usr/bin/env python3
"""Checks the certificate of a second contract with nothing of the exchange's own code: verify-certificate.py <certificate>"""
import hashlib, json, re, sys

LINE = re.compile(r'\{"hash":"([0-9a-f]{64})","batch":(\{.*\})\}', re.S)
DELAY, WAIT, CANCEL, PPB = 500, 15_000, 5_000, 10**9
RULES = {'second-contract/1': 1, 'second-contract/2': 2}


def check(holds, complaint):
    if not holds:
        sys.exit(f'REFUSED: {complaint}')


given = json.load(open(sys.argv[1], encoding='utf8'))
check(isinstance(given, dict) and set(given) == {'form', 'contract', 'says', 'lines'}, 'other fields than a certificate has')
check(given['form'] in RULES and type(given['contract']) is int, 'another form')
rule = RULES[given['form']]
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
check(bought.get('rule', 1) == rule, f'bought by another rule than {rule}')
needed = bought.get('sourcesMin')
check(needed is None if rule == 1 else type(needed) is int and needed > 0, 'no number of quotes that an entry takes, or one by rule 1')
for event in (settled, entry or settled):
    check((event['user'], event['symbol']) == (bought['user'], bought['symbol']), 'of another user or index')
check(bought_in['actor'] == f'user/{bought["user"]}', 'bought by another')
published = []
for batch in batches:
    for event in batch['events']:
        for symbol, price, sources, *link in event['prices'] if event['type'] == 'IndexPublished' else []:
            if symbol != bought['symbol']:
                continue
            check(batch['actor'].startswith('feed/'), 'published by somebody who is no feed')
            middle = median([shown for _, shown, _ in sources])
            check(price == middle, f'no median at {batch["position"]}')
            check(all(abs(shown - middle) * 20 <= middle for _, shown, _ in sources), f'a source far off at {batch["position"]}')
            check(len({number for number, _, _ in sources}) == len(sources), f'a source twice at {batch["position"]}')
            check(all(at <= batch['at'] for _, _, at in sources), f'a source ahead of time at {batch["position"]}')
            published.append((batch['at'], price, batch['position'], link[0] if link else None, sources))


def around(at):
    """The last publication before a time and the first from it on: the later one names the other."""
    earlier, later = [p for p in published if p[0] < at], [p for p in published if p[0] >= at]
    last, first = earlier[-1] if earlier else None, later[0] if later else None
    check(first is None or first[3] == (last and last[2]), 'a publication was left out')
    return last, first


def counted(publication, told_from, basis=None):
    """At the price of the quotes told from a time on, or of those of the entry's sources, if there are enough; by rule 1 at its own."""
    if rule == 1:
        return publication
    quotes = [quote for quote in publication[4] if quote[2] >= told_from and (basis is None or quote[0] in basis)]
    price = median([shown for _, shown, _ in quotes]) if len(quotes) >= needed else None
    return None if price is None else (publication[0], price, *publication[2:])


def entering(start):
    """The first publication that makes an entry in time, and whether all before it are shown."""
    last, _ = around(start)
    before = last and last[2]
    for publication in [p for p in published if p[0] >= start]:
        check(publication[3] == before, 'a publication was left out')
        if publication[0] > start + WAIT:
            return None, True
        if counted(publication, start):
            return counted(publication, start), True
        before = publication[2]
    return None, False


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


def check_says():
    """The part that is read says what the batches say: every field of it, and no other."""
    terms = {field: value for field, value in bought.items() if field not in ('type', 'contract', 'entries')}
    result = {field: settled[field] for field in ('end', 'reason', 'dueAt', 'paid', 'income', 'fee') if field in settled}
    if 'batch' in settled:
        result['by'] = {field: settled[field] for field in ('price', 'at', 'batch')}
    received = moved_by(settled).get(mine, 0)
    says = {
        'bought': {'position': bought_in['position'], 'at': bought_in['at'], **terms},
        'entry': entry and {'position': entered_in['position'], **{f: entry[f] for f in ('price', 'at', 'batch', 'endsAt')}},
        'result': {'position': settled_in['position'], 'at': settled_in['at'], **result, 'received': str(received)},
        'publications': [
            {
                **{'position': position, 'at': at, 'price': price},
                'sources': [{'source': number, 'price': shown, 'at': when} for number, shown, when in sources],
                **({} if link is None else {'before': link}),
            }
            for at, price, position, link, sources in published
        ],
        'batches': [{'position': batch['position'], 'hash': batch['hash']} for batch in batches],
    }
    written = [json.dumps(one, sort_keys=True) for one in (says, given['says'])]
    check(written[0] == written[1], 'what it says is not what its batches say')


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
    check_says()
    print(f'PROVED: {bought["symbol"]} {bought["direction"]}, stake {stake}: {end}, paid {paid} (income {income}, fee {charged})')


start = bought.get('startsAt', bought_in['at']) + DELAY
check(bought['from'] == start, 'another earliest entry')
check(bought.get('startsAt', sys.maxsize) > bought_in['at'], 'started before it was bought')
check(settled_in['actor'] == (f'user/{bought["user"]}' if settled['end'] == 'cancelled' else 'clock'), 'settled by another')
if settled['end'] == 'cancelled':
    check('startsAt' in bought and bought['startsAt'] - settled_in['at'] > CANCEL, 'taken back too late')
    pays('cancelled', 0)
    sys.exit()
begun, whole = entering(start)
if begun is None:
    check(entry is None and settled_in['at'] > start + WAIT, 'there was time for an entry')
    pays('refunded', 0, 'entry_missed')
    if not whole:
        print('but no publication has come since: only the journal shows that none came in time')
elif (profit is not None and (profit - begun[1]) * up < 1) or (loss is not None and (begun[1] - loss) * up < 1):
    check(entry is None and settled['batch'] == begun[2], 'not given back at its entry')
    pays('refunded', 0, 'level_passed')
else:
    ends = begun[0] + duration
    check(entry and (entry['at'], entry['price'], entry['batch'], entry['endsAt']) == (*begun[:3], ends), 'another entry')
    check(entered_in['actor'] == 'clock', 'entered by somebody')
    hit, previous = None, begun
    basis = {source for source, _, at in begun[4] if at >= start}  # From then on these sources alone count.
    for one_of in [p for p in published if begun[0] < p[0] < ends] if (profit, loss) != (None, None) else []:
        check(one_of[3] == previous[2], 'a publication was left out')
        previous = one_of
        met = counted(one_of, 0, basis)
        if met and reached(met[1]):
            hit = met
            break
    last, following = around(ends) if hit is None else (hit, hit)
    if hit is None:
        last = last and ends - last[0] <= bought['staleMs'] and counted(last, 0, basis)
    check(settled['dueAt'] == (hit[0] if hit else ends) <= settled_in['at'], 'settled before it was due')
    if not last:
        pays('refunded', 0, 'index_stale')
    else:
        check((settled['at'], settled['price'], settled['batch']) == last[:3], 'settled by another publication')
        won = (last[1] - begun[1]) * up
        pays(reached(hit[1]) if hit else 'won' if won > 0 else 'lost' if won < 0 else 'tie', last[0] - begun[0])
    if following is None:
        print('but no publication has come since: only the journal shows that this was the last')
