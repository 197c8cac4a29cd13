import { Link } from 'react-router';
import { chainNameOf } from '../../../../../shared/rules/chains';
import type { ChainAlarm } from '../../../../../shared/products/wallet/chains';
import { SHOWN_SECONDS, type ShownAlarm } from '../../../../../shared/wire/shown-data';
import { useDeskAssetsQuery } from '../../../entities/staff/settings-api';
import { useShowAlarmMutation } from '../../../entities/staff/shown-api';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Amount } from '../../../shared/ui/figures/amount';
import { alarmFacts } from './chains-alarm-facts';
import styles from './chains.module.css';
import { ShowButton } from '../parts/show-button';
import { useShown } from '../parts/use-shown';

/** What a chain did that somebody has to look at: what, where, when, and whose money it is about. */
export function Alarm({ alarm: masked }: { alarm: ChainAlarm }) {
  const { say } = useTexts();
  const show = useShown<ShownAlarm>(SHOWN_SECONDS);
  const ask = useShowAlarmMutation();
  const clear = show.of(masked.alarm);
  const alarm = clear ? withClear(masked, clear) : masked;
  const words = useServerWords();
  const { data: assets = [] } = useDeskAssetsQuery();
  const { user, asset, amount, frozen, address, code, blocks, shown, node } = alarmFacts(
    alarm,
    (name) => assets.find((one) => one.asset === name)?.scale,
  );
  return (
    <div className={styles.alarm} role="note">
      <p className={styles.what}>
        <b>{say(`staff.chain_alarm.${alarm.kind}`)}</b>
        <span>
          {chainNameOf(alarm.chain)} · {dateAndTime(alarm.at)}
        </span>
      </p>
      {blocks && <p>{say('staff.chain_alarm.blocks', blocks)}</p>}
      {shown !== null && <p>{say('staff.chain_alarm.shown', { shown })}</p>}
      {node && <p>{say('staff.chain_alarm.node', node)}</p>}
      {code !== null && <p>{words('code', code) || code}</p>}
      <dl className={styles.facts}>
        {user !== null && (
          <div>
            <dt>{say('staff.user.id')}</dt>
            <dd>
              <Link to={`/admin/users/${user}`}>{user}</Link>
            </dd>
          </div>
        )}
        {asset !== null && (
          <div>
            <dt>{say(amount === null ? 'staff.asset' : 'staff.amount')}</dt>
            <dd>
              {amount !== null && <Amount of={amount} asset={asset} />} {asset}
            </dd>
          </div>
        )}
        {frozen !== null && asset !== null && (
          <div>
            <dt>{say('staff.funds.frozen')}</dt>
            <dd>
              <Amount of={frozen} asset={asset} /> {asset}
            </dd>
          </div>
        )}
        {address !== null && (
          <div>
            <dt>{say('wallet.address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{say('staff.reference')}</dt>
          <dd>{alarm.reference}</dd>
        </div>
      </dl>
      <p>
        <ShowButton
          record={alarm.alarm}
          name={say(`staff.chain_alarm.${alarm.kind}`)}
          shown={show}
          seconds={SHOWN_SECONDS}
          ask={ask}
          request={{ alarm: alarm.alarm, ...(user === null ? {} : { userId: Number(user) }) }}
        />
      </p>
    </div>
  );
}

function withClear(masked: ChainAlarm, { address, reference, shown }: ShownAlarm): ChainAlarm {
  const facts = { ...(address === null ? {} : { address }), ...(shown === null ? {} : { shown }) };
  return { ...masked, reference, facts: { ...masked.facts, ...facts } };
}
