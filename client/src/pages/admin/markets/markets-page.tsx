import { useState } from 'react';
import { Link } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { termText } from '../../../entities/fee/term-changes';
import { useDeskMarketsQuery, useSetMarketStateMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { ChangePanel } from '../parts/change-panel';
import styles from '../parts/desk.module.css';
import { FeeLevels } from './fee-levels';
import { ReferralRates } from './referral-rates';
import { IndexTerms } from './index-terms';
import { ListMarkets } from './list-markets';
import { Mark } from '../../../shared/ui/figures/mark';
import { pathOf } from '../parts/sections';

const SPOT_STATES = ['open', 'cancel_only', 'maintenance', 'closed'] as const;
const STATES = { spot: SPOT_STATES, perpetual: ['open', 'close_only', ...SPOT_STATES.slice(1)] } as const;
const KINDS = {
  open: 'good',
  close_only: 'warning',
  cancel_only: 'warning',
  maintenance: 'warning',
  closed: 'level',
} as const;

/** Which markets trade, on which terms, and the way to halt one; what volume each fee level needs; how index prices are made. */
export function MarketsPage({ own }: { own: OwnStaff }) {
  const { say, numbers } = useTexts();
  const asked = useDeskMarketsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const [since, setSince] = useState<number>();
  const nameOf = ({ label }: MarketRecord) => label;
  return (
    <>
      <ChangePanel
        title={say('staff.section.markets')}
        level={1}
        actions={<ListMarkets markets={asked.data ?? []} since={since} />}
        asked={asked}
        rows={asked.data}
        empty={say('staff.markets.empty')}
        columns={[
          {
            key: 'market',
            title: say('staff.market'),
            render: (market) => (
              <Link to={`${pathOf(own, 'markets')}/${encodeURIComponent(market.name)}`}>{nameOf(market)}</Link>
            ),
          },
          {
            key: 'state',
            title: say('staff.state'),
            render: ({ ownState, state }) =>
              // What staff set it to, and what one of its coins makes of it.
              [...new Set([ownState, state])].map((one) => (
                <Mark key={one} kind={KINDS[one]} text={say(`staff.market_state.${one}`)} />
              )),
          },
          {
            key: 'price',
            title: say('staff.price'),
            isEnd: true,
            render: ({ price, tick }) => numbers.fixed(price, scaleOf(tick)),
          },
          ...(['makerFees', 'takerFees'] as const).map((term) => ({
            key: term,
            title: say(`terms.${term}`),
            isEnd: true,
            // At level 0, where everybody begins.
            render: (market: MarketRecord) =>
              termText(term, market, { numbers, base: market.base, quote: market.quote, level: 0 }),
          })),
          {
            key: 'pending',
            title: say('staff.terms.next'),
            render: ({ pending }) =>
              pending[0] ? <span className={styles.whole}>{dateAndTime(pending[0].from)}</span> : '–',
          },
        ]}
        keyOf={({ name }) => name}
        nameOf={nameOf}
        verb={say('staff.market.change')}
        changeOf={changeOf}
      />
      <FeeLevels />
      <ReferralRates />
      <IndexTerms since={since} onDone={setSince} />
    </>
  );
}

function useChange(): (market: MarketRecord) => Act {
  const { say } = useTexts();
  const [setState] = useSetMarketStateMutation();
  return ({ name, product, label, ownState: current }) => ({
    title: `${say('staff.market.change')} – ${label}`,
    consequence: say('staff.market.consequence'),
    takes: [
      product === 'spot' ? 'SetMarketState' : 'SetPerpetualMarketState',
      ({ state }) => stateKind(product, current, state),
    ],
    facts: [[say('staff.market.now'), say(`staff.market_state.${current}`)]],
    fields: [
      {
        name: 'state',
        label: say('staff.market.next'),
        kind: 'line',
        lengthMax: 20,
        choices: STATES[product]
          .filter((state) => state !== current)
          .map((state) => ({
            value: state,
            text: say(`staff.market_choice.${state}`),
          })),
      },
    ],
    confirm: say('staff.market.change'),
    done: say('staff.market.done'),
    send: ({ state }, clientId) => setState({ clientId, product, market: name, state: state as MarketRecord['state'] }),
  });
}

/** One halts what is open; a halt is lifted, and maintenance begun or ended, by two at once. */
function stateKind(product: MarketRecord['product'], now: string, next: string): 'brake' | 'restore' | 'change' {
  const halt = product === 'spot' ? 'cancel_only' : 'close_only';
  if (next === halt && now === 'open') return 'brake';
  return next === 'maintenance' || (next === 'open' && now !== 'closed') ? 'restore' : 'change';
}
