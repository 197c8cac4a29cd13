import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useDeskMarketsQuery, useSetMarketStateMutation } from '../../entities/staff/settings-api';
import type { Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { ChangePanel } from './change-panel';
import { IndexTerms } from './index-terms';
import { Mark } from './mark';

const STATES = ['open', 'cancel_only', 'maintenance', 'closed'] as const;
const KINDS = { open: 'good', cancel_only: 'warning', maintenance: 'warning', closed: 'level' } as const;

/** Which markets trade, and the way to halt one; and how their index prices are made. */
export function MarketsPage() {
  return (
    <>
      <Markets />
      <IndexTerms />
    </>
  );
}

function Markets() {
  const { say, numbers } = useTexts();
  const asked = useDeskMarketsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const nameOf = ({ base, quote }: MarketRecord) => `${base}/${quote}`;
  return (
    <ChangePanel
      title={say('staff.section.markets')}
      level={1}
      asked={asked}
      rows={asked.data}
      empty={say('staff.markets.empty')}
      columns={[
        { key: 'market', title: say('staff.market'), render: nameOf },
        {
          key: 'state',
          title: say('staff.state'),
          render: ({ ownState }) => <Mark kind={KINDS[ownState]} text={say(`staff.market_state.${ownState}`)} />,
        },
        {
          key: 'price',
          title: say('staff.price'),
          isEnd: true,
          render: ({ price, tick }) => numbers.fixed(price, scaleOf(tick)),
        },
      ]}
      keyOf={({ name }) => name}
      nameOf={nameOf}
      verb={say('staff.market.change')}
      changeOf={changeOf}
    />
  );
}

function useChange(): (market: MarketRecord) => Act {
  const { say } = useTexts();
  const [setState] = useSetMarketStateMutation();
  return ({ name, base, quote, ownState: current }) => ({
    title: `${say('staff.market.change')} – ${base}/${quote}`,
    consequence: say('staff.market.consequence'),
    facts: [[say('staff.market.now'), say(`staff.market_state.${current}`)]],
    fields: [
      {
        name: 'state',
        label: say('staff.market.next'),
        kind: 'line',
        lengthMax: 20,
        choices: STATES.filter((state) => state !== current).map((state) => ({
          value: state,
          text: say(`staff.market_choice.${state}`),
        })),
      },
    ],
    confirm: say('staff.market.change'),
    done: say('staff.market.done'),
    send: ({ state }, clientId) => setState({ clientId, market: name, state: state as MarketRecord['state'] }),
  });
}
