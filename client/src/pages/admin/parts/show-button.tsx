import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Fault } from '../../../shared/api/envelope';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useReasonFields } from '../../../features/staff-act/reasons';
import { Said } from '../../../shared/ui/said';
import styles from './show-button.module.css';
import type { Shown } from './use-shown';

/** As the hook of a mutation gives it. */
type Ask<Request, T> = readonly [
  ask: (request: Request) => PromiseLike<{ data?: T; error?: Fault }>,
  state: { reset: () => void },
];

interface ShowButtonProps<Request, T> {
  /** Which record of those that are shown by turns. */
  record: string;
  /** What it is called where one only hears the button. */
  name: string;
  shown: Shown<T>;
  seconds: number;
  ask: Ask<Request, T>;
  /** Without the reason, which the dialog asks for. */
  request: Omit<Request, 'reason'>;
  /** Of a row: its list asks, as a row goes when the list is drawn anew. Absent: the dialog is the button's own. */
  onAct?: (act: Act) => void;
}

/** Shows what is masked of one record, for a reason that is written down; then hides it again, or counts down to that. */
export function ShowButton<Request extends { reason: string }, T>(properties: ShowButtonProps<Request, T>) {
  const { record, name, shown, seconds, ask, request, onAct } = properties;
  const { say } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const { fields, reasonFrom } = useReasonFields('show')();
  const isShown = shown.of(record) !== null;
  const act: Act = {
    title: `${say('staff.show.title')} – ${name}`,
    consequence: say('staff.show.consequence', { seconds: String(seconds) }),
    takes: null,
    fields,
    confirm: say('staff.show'),
    done: say('staff.show.done', { seconds: String(seconds) }),
    send: async (entered) => {
      const [send, { reset }] = ask;
      const { data, error } = await send({ ...request, reason: reasonFrom(entered) } as Request);
      // It stays with whoever shows it, and nowhere else.
      reset();
      if (data !== undefined) shown.show(record, data);
      return error ? { error } : {};
    },
  };
  return (
    <>
      {isShown ? (
        <Button aria-label={`${say('staff.show.hide')}: ${name}`} onClick={shown.hide}>
          <span className={styles.text}>
            <EyeOff size={16} aria-hidden="true" />
            {say('staff.show.hide')}
            <span className={styles.left}>
              <Said text="staff.show.left" facts={{ seconds: String(shown.secondsLeft) }} />
            </span>
          </span>
        </Button>
      ) : (
        <Button aria-label={`${say('staff.show')}: ${name}`} onClick={() => (onAct ? onAct(act) : setAsking(true))}>
          <span className={styles.text}>
            <Eye size={16} aria-hidden="true" />
            {say('staff.show')}
          </span>
        </Button>
      )}
      {isAsking && <ActDialog act={act} onClose={() => setAsking(false)} />}
    </>
  );
}
