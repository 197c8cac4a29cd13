import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Fault } from '../../kit/api/envelope';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { ActDialog, type Act } from '../act/act-dialog';
import { useReasonFields } from '../act/reasons';
import { TextWithFact } from '../../kit/ui/text-with-fact';
import styles from './show-button.module.css';
import type { Shown } from './use-temporarily-shown';

/** Tuple returned by a mutation hook. */
type Ask<Request, T> = readonly [
  ask: (request: Request) => PromiseLike<{ data?: T; error?: Fault }>,
  state: { reset: () => void },
];

interface ShowButtonProps<Request, T> {
  /** Id of the record to show. */
  record: string;
  /** Name of the record in the button's label for screen readers. */
  name: string;
  revealed: Shown<T>;
  seconds: number;
  revealMutation: Ask<Request, T>;
  /** Request without the reason, which the dialog asks for. */
  request: Omit<Request, 'reason'>;
  /** For rows: opens the dialog in the list, because a row may unmount on re-render. Absent: the button has its own dialog. */
  onAct?: (act: Act) => void;
}

/** Shows masked data of one record after a logged reason. It then offers to hide the data and counts down. */
export function ShowButton<Request extends { reason: string }, T>(properties: ShowButtonProps<Request, T>) {
  const { record, name, revealed, seconds, revealMutation, request, onAct } = properties;
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const { fields, reasonFrom } = useReasonFields('show')();
  const isShown = revealed.dataOf(record) !== null;
  const act: Act = {
    title: `${t('staff.show.title')} – ${name}`,
    consequence: t('staff.show.consequence', { seconds: String(seconds) }),
    approvalRule: null,
    fields,
    confirm: t('staff.show'),
    successText: t('staff.show.done', { seconds: String(seconds) }),
    send: async (input) => {
      const [send, { reset }] = revealMutation;
      const { data, error } = await send({ ...request, reason: reasonFrom(input) } as Request);
      // The data is kept only by the component that shows it, not in the cache.
      reset();
      if (data !== undefined) revealed.show(record, data);
      return error ? { error } : {};
    },
  };
  return (
    <>
      {isShown ? (
        <Button aria-label={`${t('staff.show.hide')}: ${name}`} onClick={revealed.hide}>
          <span className={styles.text}>
            <EyeOff size={16} aria-hidden="true" />
            {t('staff.show.hide')}
            <span className={styles.left}>
              <TextWithFact text="staff.show.left" params={{ seconds: String(revealed.secondsLeft) }} />
            </span>
          </span>
        </Button>
      ) : (
        <Button aria-label={`${t('staff.show')}: ${name}`} onClick={() => (onAct ? onAct(act) : setAsking(true))}>
          <span className={styles.text}>
            <Eye size={16} aria-hidden="true" />
            {t('staff.show')}
          </span>
        </Button>
      )}
      {isAsking && <ActDialog act={act} onClose={() => setAsking(false)} />}
    </>
  );
}
