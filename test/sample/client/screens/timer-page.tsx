import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useStartTimerMutation, useTimerOfferQuery } from '../api/timer-api';
import { RunningTimers } from '../panels/running-timers';
import { TimerHistory } from '../panels/timer-history';
import { useMarkets } from '../../../kit/entities/market/market-api';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { faultMessage } from '../../../kit/api/envelope';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { SelectField } from '../../../kit/ui/form/fields/select-field';
import { TextField } from '../../../kit/ui/form/fields/text-field';
import { Submit } from '../../../kit/ui/form/submit';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';

export function TimerPage() {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  return (
    <>
      <Panel title={t('menu.timer')} lead={t('timer.lead')} level={1}>
        {isLogin ? <StartForm /> : <Note kind="empty" text={t('timer.visitor')} />}
      </Panel>
      {isLogin && (
        <>
          <RunningTimers />
          <TimerHistory />
        </>
      )}
    </>
  );
}

function StartForm() {
  const { t } = useTexts();
  const markets = useMarkets();
  const { data, error, refetch } = useTimerOfferQuery(undefined, { refetchOnMountOrArgChange: true });
  const [start, { isLoading, error: refusal }] = useStartTimerMutation();
  const attempt = useAttempt();
  const [market, setMarket] = useState<string>();
  const [seconds, setSeconds] = useState('60');
  if (!data) return <Waiting error={error} onRetry={refetch} />;
  const { price, asset } = data;
  const chosen = market ?? markets[0]?.name;
  if (price === null || chosen === undefined) return <Note kind="empty" text={t('timer.offered_not')} />;
  const submit = async () => {
    const wish = { market: chosen, seconds: Number(seconds), price };
    const { error: refused } = await start({ clientId: attempt.idOf(wish), ...wish });
    if (refused) void refetch();
    else attempt.accepted();
  };
  return (
    <form
      aria-label={t('timer.start')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SelectField
        aria-label={t('timer.market')}
        options={markets.map((one) => ({ value: one.name, label: one.name }))}
        value={chosen}
        onChange={setMarket}
      />
      <TextField
        aria-label={t('timer.seconds')}
        inputMode="numeric"
        value={seconds}
        onChange={({ target }) => setSeconds(target.value)}
      />
      <p>
        {t('timer.price')}: {price} {asset}
      </p>
      <Submit text={t('timer.start')} isBusy={isLoading} formError={refusal ? faultMessage(refusal) : null} />
    </form>
  );
}
