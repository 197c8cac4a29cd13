import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { proofOf, type PasswordProof } from '../../../../kit/ui/form/fields/proof-items';
import { SwitchSection } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import { useConfirmation } from './parts/use-done';

/** Switch for approval of new devices. Switching on is immediate; switching off needs proof. */
export function DeviceApproval({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [isAsked, setAsked] = useState(false);
  const [set, { isLoading }] = securityApi.useSetDeviceApprovalMutation();
  const { approvesDevices: isOn } = overview;
  const turnOn = async () => {
    const { error } = await set({ approvesDevices: true });
    if (!error) confirm('devices.on_done');
  };
  return (
    <SwitchSection
      title={t('devices.title')}
      lead={t('devices.lead')}
      isOn={isOn}
      state={t(isOn ? 'devices.is_on' : 'devices.is_off')}
      isBusy={isLoading}
      onSwitch={() => (isOn ? setAsked(true) : void turnOn())}
    >
      {isAsked && <TurnOff overview={overview} onClose={() => setAsked(false)} />}
    </SwitchSection>
  );
}

function TurnOff({ overview, onClose }: { overview: SecurityOverview; onClose: () => void }) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [set] = securityApi.useSetDeviceApprovalMutation();
  const submit = async (proof: PasswordProof) => {
    const { error } = await set({ approvesDevices: false, ...proofOf(proof) });
    if (error) return error;
    confirm('devices.off_done');
    onClose();
  };
  const title = t('devices.turn_off');
  return (
    <ProvenDialog
      title={title}
      kind="bad"
      isBound={overview.authenticator}
      hasPasskey={overview.passkeys > 0}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
