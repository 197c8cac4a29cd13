import { CONFIG_KEYS, CONFIG_LENGTH_MAX, configFault, type ConfigKey } from '../../../../../shared/rules/desk-config';
import { useSystemConfigQuery } from '../../../entities/config/config-api';
import { useSetDeskSettingMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import styles from '../parts/desk.module.css';
import { Panel } from '../../../shared/ui/page/panel';
import { ActButton } from '../parts/act-button';

/** What the desk says about itself, and how it lets people in. */
export function SettingsPage() {
  const { say } = useTexts();
  const title = say('staff.section.settings');
  return (
    <Panel title={title} level={1}>
      <div className={styles.scroll}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{say('staff.setting')}</th>
              <th scope="col">{say('staff.setting.value')}</th>
              <th scope="col">
                <span className="spoken">{say('table.actions')}</span>
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
  const { say } = useTexts();
  const { data, error, refetch } = useSystemConfigQuery(name, { refetchOnMountOrArgChange: true });
  const act = useChange(name, data ?? '', () => void refetch());
  const isSwitch = name === 'invitation_required';
  const shown = isSwitch ? say(data === 'on' ? 'staff.setting.on' : 'staff.setting.off') : data;
  return (
    <tr>
      <th scope="row" className={styles.rowHead}>
        {say(`staff.setting_name.${name}`)}
      </th>
      <td>
        {error ? (
          <Button onClick={() => void refetch()}>{say('page.retry')}</Button>
        ) : data === undefined ? (
          say('page.loading')
        ) : (
          <span className={styles.long}>{shown || say('staff.setting.unset')}</span>
        )}
      </td>
      <td className={styles.end}>
        <ActButton
          text={say('staff.change')}
          act={act}
          disabled={data === undefined}
          aria-label={`${say('staff.change')}: ${say(`staff.setting_name.${name}`)}`}
        />
      </td>
    </tr>
  );
}

function useChange(name: ConfigKey, value: string, onDone: () => void): Act {
  const { say } = useTexts();
  const [set] = useSetDeskSettingMutation();
  const label = say(`staff.setting_name.${name}`);
  const choices = [
    { value: '', text: say('staff.setting.off') },
    { value: 'on', text: say('staff.setting.on') },
  ];
  return {
    title: label,
    consequence: say(`staff.setting_consequence.${name}`),
    takes: 'SetDeskSetting',
    fields: [
      {
        name: 'value',
        label: say('staff.setting.value'),
        kind: 'line',
        lengthMax: CONFIG_LENGTH_MAX,
        initial: value,
        isOptional: true,
        ...(name === 'invitation_required' ? { choices } : {}),
      },
    ],
    check: ({ value: entered }) => {
      const fault = configFault(name, entered);
      return fault === null ? [] : [['value', fault]];
    },
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: (entered) => set({ key: name, value: entered.value }),
    onDone,
  };
}
