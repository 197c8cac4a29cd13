import { useState } from 'react';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useLegalHoldsQuery, useLiftHoldMutation, usePlaceHoldMutation } from '../api/users-api';
import { ActDialog, type Act, type Outcome } from '../act/act-dialog';
import { REASON_LENGTH_MAX } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { Facts } from '../../kit/ui/figures/facts';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';

/** Whether the user's data may be deleted. */
export function LegalHoldPanel({ ownStaff, userId }: { ownStaff: OwnStaff; userId: number }) {
  const { t } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useLegalHoldsQuery(userId);
  const acts = useHoldActs(userId);
  const activeHold = data?.find(({ liftedAt }) => liftedAt === null);
  const mayAct = data !== undefined && !(activeHold && ownStaff.userId === userId);
  return (
    <Panel
      title={t('staff.hold')}
      level={2}
      actions={
        mayAct && (
          <Button onClick={() => setAct(activeHold ? acts.lift : acts.place)}>
            {t(activeHold ? 'staff.hold.lift' : 'staff.hold')}
          </Button>
        )
      }
    >
      {data ? (
        <Facts
          details={[
            [t('staff.hold.since'), activeHold ? dateAndTime(activeHold.placedAt) : '—'],
            [t('staff.reason'), activeHold?.reason ?? '—'],
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
  const { t } = useTexts();
  const [place] = usePlaceHoldMutation();
  const [lift] = useLiftHoldMutation();
  const userTitle = t('staff.user.title', { id: String(userId) });
  const fields = [{ name: 'reason', label: t('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX } as const];
  return {
    place: {
      title: `${t('staff.hold')} – ${userTitle}`,
      consequence: t('staff.hold.consequence'),
      approvalRule: null,
      fields,
      confirm: t('staff.hold'),
      successText: t('staff.hold.done'),
      send: async ({ reason }): Promise<Outcome> => place({ userId, reason }),
    },
    lift: {
      title: `${t('staff.hold.lift')} – ${userTitle}`,
      consequence: t('staff.hold.lift.consequence'),
      approvalRule: null,
      fields,
      confirm: t('staff.hold.lift'),
      kind: 'bad',
      successText: t('staff.hold.lift.done'),
      send: async ({ reason }): Promise<Outcome> => lift({ userId, reason }),
    },
  };
}
