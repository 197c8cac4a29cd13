import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { PROOF_FIELD_OF, PasswordItem } from '../../../../kit/ui/form/fields/proof-items';
import { useForm } from '../../../../kit/ui/form/use-form';
import { SwitchSection } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import { useConfirmation } from './parts/use-done';

/** Switch that makes orders ask for the second factor. Changing it needs password and factor. */
export function TradingFactor({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const { tradingFactor: isOn } = overview;
  return (
    <SwitchSection
      title={t('trading_factor.title')}
      lead={t('trading_factor.lead')}
      isOn={isOn}
      state={t(isOn ? 'trading_factor.is_on' : 'trading_factor.is_off')}
      onSwitch={() => setAsked(true)}
    >
      {isAsked && <SwitchDialog isOn={isOn} onClose={() => setAsked(false)} />}
    </SwitchSection>
  );
}

function SwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const form = useForm<{ password: string }>();
  const [set] = securityApi.useSetTradingFactorMutation();
  return (
    <Dialog title={t('trading_factor.title')} onClose={onClose}>
      <SecureForm
        form={form}
        fieldOf={PROOF_FIELD_OF}
        submitText={t(isOn ? 'devices.turn_off' : 'devices.turn_on')}
        onSubmit={async ({ password }) => {
          const { error } = await set({ on: !isOn, password });
          if (error) return error;
          confirm('security.saved');
          onClose();
        }}
      >
        <PasswordItem />
      </SecureForm>
    </Dialog>
  );
}
