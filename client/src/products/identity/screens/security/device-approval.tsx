import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { proofOf, type PasswordProof } from '../../../../shared/ui/form/fields/proof-items';
import { SwitchSection } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import { useSaid } from './parts/use-done';

/** Whether new devices are let in by the right password alone. Stricter at once, looser by proof. */
export function DeviceApproval({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const said = useSaid();
  const [isAsked, setAsked] = useState(false);
  const [set, { isLoading }] = securityApi.useSetDeviceApprovalMutation();
  const { approvesDevices: isOn } = overview;
  const turnOn = async () => {
    const { error } = await set({ approvesDevices: true });
    if (!error) said('devices.on_done');
  };
  return (
    <SwitchSection
      title={say('devices.title')}
      lead={say('devices.lead')}
      isOn={isOn}
      state={say(isOn ? 'devices.is_on' : 'devices.is_off')}
      isBusy={isLoading}
      onSwitch={() => (isOn ? setAsked(true) : void turnOn())}
    >
      {isAsked && <TurnOff overview={overview} onClose={() => setAsked(false)} />}
    </SwitchSection>
  );
}

function TurnOff({ overview, onClose }: { overview: SecurityOverview; onClose: () => void }) {
  const { say } = useTexts();
  const said = useSaid();
  const [set] = securityApi.useSetDeviceApprovalMutation();
  const submit = async (proof: PasswordProof) => {
    const { error } = await set({ approvesDevices: false, ...proofOf(proof) });
    if (error) return error;
    said('devices.off_done');
    onClose();
  };
  const title = say('devices.turn_off');
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
