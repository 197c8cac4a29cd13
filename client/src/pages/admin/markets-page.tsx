import { useState } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useDeskMarketsQuery, useSetMarketStateMutation } from '../../entities/staff/settings-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { Faulty } from '../../shared/ui/faulty';
import { Notice } from '../../shared/ui/notice';
import styles from './desk.module.css';
import { Mark } from './mark';
import { Panel } from './panel';

const STATES = ['open', 'cancel_only', 'maintenance', 'closed'] as const;
const KINDS = { open: 'good', cancel_only: 'warning', maintenance: 'warning', closed: 'level' } as const;

/** Which markets trade, and the way to halt one. */
export function MarketsPage() {
  const { say, numbers } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useDeskMarketsQuery(undefined, { refetchOnMountOrArgChange: true });
  const actOn = useChange();
  const title = say('staff.section.markets');
  return (
    <Panel title={title} level={1}>
      {error ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Notice kind="loading" text={say('page.loading')} />
      ) : data.length === 0 ? (
        <Notice kind="empty" text={say('staff.markets.empty')} />
      ) : (
        <div className={styles.scroll}>
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{say('staff.market')}</th>
                <th scope="col">{say('staff.state')}</th>
                <th scope="col" className={styles.end}>
                  {say('staff.price')}
                </th>
                <th scope="col">
                  <span className="spoken">{say('table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((market) => (
                <tr key={market.name}>
                  <th scope="row" className={styles.rowHead}>
                    {market.base}/{market.quote}
                  </th>
                  <td>
                    <Mark kind={KINDS[market.state]} text={say(`staff.market_state.${market.state}`)} />
                  </td>
                  <td className={styles.end}>{numbers.fixed(market.price, scaleOf(market.tick))}</td>
                  <td className={styles.end}>
                    <Button
                      aria-label={`${say('staff.market.change')}: ${market.base}/${market.quote}`}
                      onClick={() => setAct(actOn(market))}
                    >
                      {say('staff.market.change')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useChange(): (market: MarketRecord) => Act {
  const { say } = useTexts();
  const [setState] = useSetMarketStateMutation();
  return ({ name, base, quote, state: current }) => ({
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
