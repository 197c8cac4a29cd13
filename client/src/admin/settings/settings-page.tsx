import { CONFIG_KEYS, CONFIG_LENGTH_MAX, configFault, type ConfigKey } from '../../../../shared/rules/site-config';
import { useSystemConfigQuery } from '../../kit/entities/config/config-api';
import { useSetDeskSettingMutation } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import styles from '../parts/admin.module.css';
import { Panel } from '../../kit/ui/page/panel';
import { ActButton } from '../parts/act-button';

/** Public settings of the exchange and rules of registration. */
export function SettingsPage() {
  const { t } = useTexts();
  const title = t('staff.section.settings');
  return (
    <Panel title={title} level={1}>
      <div className={styles.scroll}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('staff.setting')}</th>
              <th scope="col">{t('staff.setting.value')}</th>
              <th scope="col">
                <span className="spoken">{t('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {CONFIG_KEYS.map((key) => (
              <Setting key={key} name={key} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Setting({ name }: { name: ConfigKey }) {
  const { t } = useTexts();
  const { data, error, refetch } = useSystemConfigQuery(name, { refetchOnMountOrArgChange: true });
  const act = useChange(name, data ?? '', () => void refetch());
  const isSwitch = name === 'invitation_required';
  const displayedValue = isSwitch ? t(data === 'on' ? 'staff.setting.on' : 'staff.setting.off') : data;
  return (
    <tr>
      <th scope="row" className={styles.rowHead}>
        {t(`staff.setting_name.${name}`)}
      </th>
      <td>
        {error ? (
          <Button onClick={() => void refetch()}>{t('page.retry')}</Button>
        ) : data === undefined ? (
          t('page.loading')
        ) : (
          <span className={styles.long}>{displayedValue || t('staff.setting.unset')}</span>
        )}
      </td>
      <td className={styles.end}>
        <ActButton
          text={t('staff.change')}
          act={act}
          disabled={data === undefined}
          aria-label={`${t('staff.change')}: ${t(`staff.setting_name.${name}`)}`}
        />
      </td>
    </tr>
  );
}

function useChange(name: ConfigKey, value: string, onDone: () => void): Act {
  const { t } = useTexts();
  const [set] = useSetDeskSettingMutation();
  const label = t(`staff.setting_name.${name}`);
  const choices = [
    { value: '', text: t('staff.setting.off') },
    { value: 'on', text: t('staff.setting.on') },
  ];
  return {
    title: label,
    consequence: t(`staff.setting_consequence.${name}`),
    approvalRule: 'SetDeskSetting',
    fields: [
      {
        name: 'value',
        label: t('staff.setting.value'),
        kind: 'line',
        lengthMax: CONFIG_LENGTH_MAX,
        initial: value,
        isOptional: true,
        ...(name === 'invitation_required' ? { choices } : {}),
      },
    ],
    check: ({ value: input }) => {
      const errorCode = configFault(name, input);
      return errorCode === null ? [] : [['value', errorCode]];
    },
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: (input) => set({ key: name, value: input.value }),
    onDone,
  };
}
