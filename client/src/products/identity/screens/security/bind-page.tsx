import { useState } from 'react';
import type { BindRequest, Channel, SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { AddressField } from '../../../../kit/ui/form/fields/address-field';
import { CodeField } from '../../../../kit/ui/form/fields/code-field';
import { addressRules, codeRules } from '../../../../kit/ui/form/rules';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  secondFactorOf,
} from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { Panel, WithOverview } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useDone } from './parts/use-done';
import { useSendCode } from '../../../../kit/bound-code/use-send-code';

export function BindPhonePage() {
  return <BindPage channel="phone" />;
}

export function BindEmailPage() {
  return <BindPage channel="email" />;
}

function BindPage({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  return (
    <Panel title={t(`security.menu.${channel}`)} lead={t(`bind.lead.${channel}`)}>
      <WithOverview>{(overview) => <BindForm overview={overview} channel={channel} />}</WithOverview>
    </Panel>
  );
}

interface Fields {
  address: string;
  code: string;
  oldCode?: string;
  password?: string;
  secondFactor?: string;
}

const FIELD_OF = {
  ...PROOF_FIELD_OF,
  'email.format.error': 'address',
  'phone.format.error': 'address',
  'address.already.bound': 'address',
  'delivery.unavailable': 'address',
  'verification.code.error': 'code',
  'verification.code.required': 'oldCode',
  'code.too.soon': 'code',
  'codes.too.many': 'code',
};

/** A code proves the new address. An address already bound needs a code too, or a substitute if it is lost. */
function BindForm({ overview, channel }: { overview: SecurityOverview; channel: Channel }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirmAndReturn = useDone();
  const form = useForm<Fields>();
  const [bind] = securityApi.useBindMutation();
  const [isLost, setLost] = useState(false);
  const sendCode = useSendCode(form);
  const boundAddress = overview[channel];
  const provesOld = boundAddress !== null && !isLost;
  const other = channel === 'email' ? 'phone' : 'email';
  const hasFactor = overview.authenticator || overview.passkeys > 0;
  const otherProves = boundAddress === null && !hasFactor ? other : null;
  const askedAt = provesOld ? channel : otherProves;

  const submit = async ({ address, code, oldCode, password, secondFactor }: Fields) => {
    const request: BindRequest = {
      channel,
      address: address.trim(),
      code: code.trim(),
      ...(askedAt === null ? {} : { oldCode: oldCode?.trim() }),
      ...(provesOld ? {} : { password }),
      ...secondFactorOf(secondFactor),
    };
    const { error } = await bind(request);
    if (!error) confirmAndReturn(boundAddress === null ? 'bind.done' : 'bind.changed');
    return error;
  };
  return (
    <div className={styles.body}>
      {boundAddress !== null && (
        <p>
          {t('bind.bound')} <b>{boundAddress}</b>
        </p>
      )}
      <SecureForm
        form={form}
        fieldOf={FIELD_OF}
        submitText={t(boundAddress === null ? 'bind.submit' : 'bind.change_submit')}
        onSubmit={submit}
      >
        {askedAt !== null && (
          <Field name="oldCode" label={t(`bind.old_code.${askedAt}`)} rules={codeRules(serverText)}>
            <CodeField onSend={() => sendCode({ purpose: 'change', channel: askedAt })} />
          </Field>
        )}
        <Field
          name="address"
          label={t(boundAddress === null ? `login.${channel}` : `bind.new.${channel}`)}
          rules={addressRules(channel, serverText)}
        >
          <AddressField channel={channel} />
        </Field>
        <Field name="code" label={t(`bind.code.${channel}`)} rules={codeRules(serverText)}>
          <CodeField onSend={() => sendCode({ purpose: 'bind', channel })} />
        </Field>
        {!provesOld && <PasswordItem />}
        <SecondFactorItem isBound={overview.authenticator} hasPasskey={overview.passkeys > 0} />
      </SecureForm>
      {boundAddress !== null && hasFactor && (
        <p>
          <button type="button" className={styles.link} onClick={() => setLost(!isLost)}>
            {t(isLost ? 'bind.not_lost' : `bind.lost.${channel}`)}
          </button>
        </p>
      )}
      {!hasFactor && <p className={styles.muted}>{t('bind.lost_hint')}</p>}
    </div>
  );
}
