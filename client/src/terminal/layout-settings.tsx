import { useTexts } from '../shared/i18n/use-texts';
import {
  LAYOUTS,
  PANEL_IDS,
  PRESETS,
  groupOf,
  groupsOf,
  panelsIn,
  withMoved,
  withPreset,
  withShown,
  type PanelId,
  type Wishes,
} from './layout';
import styles from './layout-settings.module.css';
import { PANELS } from './panels';

interface LayoutSettingsProps {
  wishes: Wishes;
  onChange: (wishes: Wishes) => void;
}

/** Which panels there are, and where: a preset, and what is wanted otherwise. */
export function LayoutSettings({ wishes, onChange }: LayoutSettingsProps) {
  const { say } = useTexts();
  const titleOf = (panel: PanelId) => say(PANELS[panel].title);
  const places = groupsOf(LAYOUTS[wishes.preset]).map(({ id, panels }) => {
    const there = panelsIn(id, wishes);
    return { id, name: (there.length > 0 ? there : panels).map(titleOf).join(', ') };
  });
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{say('desk.arrangement')}</legend>
        <div className={styles.presets}>
          {PRESETS.map((preset) => (
            <label key={preset}>
              <input
                type="radio"
                name="arrangement"
                checked={wishes.preset === preset}
                onChange={() => onChange(withPreset(preset))}
              />
              {say(`desk.preset.${preset}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{say('desk.panels')}</legend>
        {PANEL_IDS.map((panel) => {
          const isShown = !wishes.hidden.includes(panel);
          return (
            <div key={panel} className={styles.panel}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={({ target }) => onChange(withShown(wishes, panel, target.checked))}
                />
                {titleOf(panel)}
              </label>
              <select
                aria-label={say('desk.place_of', { panel: titleOf(panel) })}
                value={groupOf(panel, wishes)}
                disabled={!isShown}
                onChange={({ target }) => onChange(withMoved(wishes, panel, target.value))}
              >
                {places.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          );
        })}
      </fieldset>
      <button type="button" className={styles.reset} onClick={() => onChange(withPreset(wishes.preset))}>
        {say('desk.layout')}
      </button>
    </>
  );
}
