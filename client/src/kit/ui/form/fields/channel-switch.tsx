import { useId } from 'react';
import { CHANNELS, type Channel } from '../../../../../../shared/products/identity/rules/code-channels';
import { useTexts } from '../../../i18n/use-texts';
import styles from './channel-switch.module.css';

interface ChannelSwitchProps {
  label: string;
  selected: Channel;
  onChoose: (channel: Channel) => void;
  /** Available channels; a single one needs no choice. */
  channels?: readonly Channel[];
}

/** E-mail or phone. */
export function ChannelSwitch({ label, selected, onChoose, channels = CHANNELS }: ChannelSwitchProps) {
  const { t } = useTexts();
  const name = useId();
  if (channels.length < 2) return null;
  return (
    <fieldset className={styles.switch}>
      <legend className="spoken">{label}</legend>
      {[...channels].sort().map((channel) => (
        <label key={channel}>
          <input
            type="radio"
            name={name}
            value={channel}
            checked={channel === selected}
            onChange={() => onChoose(channel)}
          />
          <span>{t(`login.${channel}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
