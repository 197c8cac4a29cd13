import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { PROOF_FIELD_OF, PasswordItem } from '../../../../shared/ui/form/fields/proof-items';
import { useForm } from '../../../../shared/ui/form/use-form';
import { SwitchSection } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import { useSaid } from './parts/use-done';

/** Whether orders ask for the second factor. Either way the factor itself is asked for behind the password. */
export function TradingFactor({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const { tradingFactor: isOn } = overview;
  return (
    <SwitchSection
      title={say('trading_factor.title')}
      lead={say('trading_factor.lead')}
      isOn={isOn}
      state={say(isOn ? 'trading_factor.is_on' : 'trading_factor.is_off')}
      onSwitch={() => setAsked(true)}
    >
      {isAsked && <SwitchDialog isOn={isOn} onClose={() => setAsked(false)} />}
    </SwitchSection>
  );
}

function SwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { say } = useTexts();
  const said = useSaid();
  const form = useForm<{ password: string }>();
  const [set] = securityApi.useSetTradingFactorMutation();
  return (
    <Dialog title={say('trading_factor.title')} onClose={onClose}>
      <SecureForm
        form={form}
        fieldOf={PROOF_FIELD_OF}
        submitText={say(isOn ? 'devices.turn_off' : 'devices.turn_on')}
        onSubmit={async ({ password }) => {
          const { error } = await set({ on: !isOn, password });
          if (error) return error;
          said('security.saved');
          onClose();
        }}
      >
        <PasswordItem />
      </SecureForm>
    </Dialog>
  );
}
