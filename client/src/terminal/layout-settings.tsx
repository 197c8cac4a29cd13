import { useTexts } from '../shared/i18n/use-texts';
import { Choice } from '../shared/ui/controls/choice';
import {
  LAYOUTS,
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
import { idsOf, titleOf } from './panels';
import type { Panels } from './trade-parts';

interface LayoutSettingsProps<Own> {
  panels: Panels<Own>;
  wishes: Wishes;
  onChange: (wishes: Wishes) => void;
}

/** Which panels there are, and where: a preset, and what is wanted otherwise. */
export function LayoutSettings<Own>({ panels, wishes, onChange }: LayoutSettingsProps<Own>) {
  const { say } = useTexts();
  const there = idsOf(panels);
  const title = (panel: PanelId) => titleOf(panels, panel, say);
  const places = groupsOf(LAYOUTS[wishes.preset]).map(({ id, panels: first }) => {
    const now = panelsIn(id, wishes, there);
    return {
      value: id,
      text: (now.length > 0 ? now : first.filter((panel) => there.includes(panel))).map(title).join(', '),
    };
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
        {there.map((panel) => {
          const isShown = !wishes.hidden.includes(panel);
          return (
            <div key={panel} className={styles.panel}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={({ target }) => onChange(withShown(wishes, panel, target.checked))}
                />
                {title(panel)}
              </label>
              <Choice
                label={say('desk.place_of', { panel: title(panel) })}
                value={groupOf(panel, wishes)}
                options={places}
                isDisabled={!isShown}
                onChange={(place) => onChange(withMoved(wishes, panel, place))}
              />
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
