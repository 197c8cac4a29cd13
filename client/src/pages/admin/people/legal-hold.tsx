import { useState } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useLegalHoldsQuery, useLiftHoldMutation, usePlaceHoldMutation } from '../../../entities/staff/users-api';
import { ActDialog, type Act, type Outcome } from '../../../features/staff-act/act-dialog';
import { REASON_LENGTH_MAX } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { Facts } from '../../../shared/ui/figures/facts';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';

/** Whether anything of the user may be deleted. */
export function LegalHoldPanel({ own, userId }: { own: OwnStaff; userId: number }) {
  const { say } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useLegalHoldsQuery(userId);
  const acts = useHoldActs(userId);
  const held = data?.find(({ liftedAt }) => liftedAt === null);
  const mayAct = data !== undefined && !(held && own.userId === userId);
  return (
    <Panel
      title={say('staff.hold')}
      level={2}
      actions={
        mayAct && (
          <Button onClick={() => setAct(held ? acts.lift : acts.place)}>
            {say(held ? 'staff.hold.lift' : 'staff.hold')}
          </Button>
        )
      }
    >
      {data ? (
        <Facts
          facts={[
            [say('staff.hold.since'), held ? dateAndTime(held.placedAt) : '—'],
            [say('staff.reason'), held?.reason ?? '—'],
          ]}
        />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useHoldActs(userId: number): Record<'place' | 'lift', Act> {
  const { say } = useTexts();
  const [place] = usePlaceHoldMutation();
  const [lift] = useLiftHoldMutation();
  const whom = say('staff.user.title', { id: String(userId) });
  const fields = [{ name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX } as const];
  return {
    place: {
      title: `${say('staff.hold')} – ${whom}`,
      consequence: say('staff.hold.consequence'),
      takes: null,
      fields,
      confirm: say('staff.hold'),
      done: say('staff.hold.done'),
      send: async ({ reason }): Promise<Outcome> => place({ userId, reason }),
    },
    lift: {
      title: `${say('staff.hold.lift')} – ${whom}`,
      consequence: say('staff.hold.lift.consequence'),
      takes: null,
      fields,
      confirm: say('staff.hold.lift'),
      kind: 'bad',
      done: say('staff.hold.lift.done'),
      send: async ({ reason }): Promise<Outcome> => lift({ userId, reason }),
    },
  };
}
