import { useContext, useState } from 'react';
import { Link } from 'react-router';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { termText } from '../../kit/entities/fee/term-changes';
import { useDeskMarketsQuery, useSetMarketStateMutation } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { AdminPartsContext } from '../act/admin-parts';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { ChangePanel } from '../parts/change-panel';
import styles from '../parts/admin.module.css';
import { FeeLevels } from './fee-levels';
import { IndexTerms } from './index-terms';
import { ListMarkets } from './list-markets';
import { Mark } from '../../kit/ui/figures/mark';
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

/** Markets with state and terms, fee levels, and index parameters. */
export function MarketsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t, numbers } = useTexts();
  const query = useDeskMarketsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const adminParts = useContext(AdminPartsContext);
  const [since, setSince] = useState<number>();
  const nameOf = ({ label }: MarketRecord) => label;
  return (
    <>
      <ChangePanel
        title={t('staff.section.markets')}
        level={1}
        actions={<ListMarkets markets={query.data ?? []} since={since} />}
        query={query}
        rows={query.data}
        empty={t('staff.markets.empty')}
        columns={[
          {
            key: 'market',
            title: t('staff.market'),
            render: (market) => (
              <Link to={`${pathOf(ownStaff, 'markets')}/${encodeURIComponent(market.name)}`}>{nameOf(market)}</Link>
            ),
          },
          {
            key: 'state',
            title: t('staff.state'),
            render: ({ ownState, state }) =>
              // The state set by staff, and the effective state, which an asset's state may restrict.
              [...new Set([ownState, state])].map((one) => (
                <Mark key={one} kind={KINDS[one]} text={t(`staff.market_state.${one}`)} />
              )),
          },
          {
            key: 'price',
            title: t('staff.price'),
            isEnd: true,
            render: ({ price, tick }) => numbers.fixed(price, scaleOf(tick)),
          },
          ...(['makerFees', 'takerFees'] as const).map((term) => ({
            key: term,
            title: t(`terms.${term}`),
            isEnd: true,
            // Fees at level 0, the level of new users.
            render: (market: MarketRecord) =>
              termText(term, market, { numbers, base: market.base, quote: market.quote, level: 0 }),
          })),
          {
            key: 'pending',
            title: t('staff.terms.next'),
            render: ({ pending }) =>
              pending[0] ? <span className={styles.whole}>{dateAndTime(pending[0].from)}</span> : '–',
          },
        ]}
        keyOf={({ name }) => name}
        nameOf={nameOf}
        verb={t('staff.market.change')}
        changeOf={changeOf}
      />
      <FeeLevels />
      {adminParts.map(({ OfMarkets }, index) => OfMarkets && <OfMarkets key={index} />)}
      <IndexTerms since={since} onDone={setSince} />
    </>
  );
}

function useChange(): (market: MarketRecord) => Act {
  const { t } = useTexts();
  const [setState] = useSetMarketStateMutation();
  return ({ name, product, label, ownState: current }) => ({
    title: `${t('staff.market.change')} – ${label}`,
    consequence: t('staff.market.consequence'),
    approvalRule: [
      product === 'spot' ? 'SetMarketState' : 'SetPerpetualMarketState',
      ({ state }) => stateKind(product, current, state),
    ],
    details: [[t('staff.market.now'), t(`staff.market_state.${current}`)]],
    fields: [
      {
        name: 'state',
        label: t('staff.market.next'),
        kind: 'line',
        lengthMax: 20,
        choices: STATES[product]
          .filter((state) => state !== current)
          .map((state) => ({
            value: state,
            text: t(`staff.market_choice.${state}`),
          })),
      },
    ],
    confirm: t('staff.market.change'),
    successText: t('staff.market.done'),
    send: ({ state }, clientId) => setState({ clientId, product, market: name, state: state as MarketRecord['state'] }),
  });
}

/** One person may halt an open market. Lifting a halt, and starting or ending maintenance, take two people without a wait. */
function stateKind(
  product: MarketRecord['product'],
  currentState: string,
  nextState: string,
): 'brake' | 'restore' | 'change' {
  const halt = product === 'spot' ? 'cancel_only' : 'close_only';
  if (nextState === halt && currentState === 'open') return 'brake';
  return nextState === 'maintenance' || (nextState === 'open' && currentState !== 'closed') ? 'restore' : 'change';
}
