import { useTexts } from '../kit/i18n/use-texts';
import { Choice } from '../kit/ui/controls/choice';
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
  type LayoutPreferences,
} from './layout';
import styles from './layout-settings.module.css';
import { idsOf, titleOf } from './panels';
import type { Panels } from './trade-parts';

interface LayoutSettingsProps<Own> {
  panels: Panels<Own>;
  preferences: LayoutPreferences;
  onChange: (preferences: LayoutPreferences) => void;
}

/** Choice of preset and of visible panels, with the places they were moved to. */
export function LayoutSettings<Own>({ panels, preferences, onChange }: LayoutSettingsProps<Own>) {
  const { t } = useTexts();
  const availablePanels = idsOf(panels);
  const title = (panel: PanelId) => titleOf(panels, panel, t);
  const places = groupsOf(LAYOUTS[preferences.preset]).map(({ id, panels: first }) => {
    const currentPanels = panelsIn(id, preferences, availablePanels);
    return {
      value: id,
      text: (currentPanels.length > 0 ? currentPanels : first.filter((panel) => availablePanels.includes(panel)))
        .map(title)
        .join(', '),
    };
  });
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{t('desk.arrangement')}</legend>
        <div className={styles.presets}>
          {PRESETS.map((preset) => (
            <label key={preset}>
              <input
                type="radio"
                name="arrangement"
                checked={preferences.preset === preset}
                onChange={() => onChange(withPreset(preset))}
              />
              {t(`desk.preset.${preset}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{t('desk.panels')}</legend>
        {availablePanels.map((panel) => {
          const isShown = !preferences.hidden.includes(panel);
          return (
            <div key={panel} className={styles.panel}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={({ target }) => onChange(withShown(preferences, panel, target.checked))}
                />
                {title(panel)}
              </label>
              <Choice
                label={t('desk.place_of', { panel: title(panel) })}
                value={groupOf(panel, preferences)}
                options={places}
                isDisabled={!isShown}
                onChange={(place) => onChange(withMoved(preferences, panel, place))}
              />
            </div>
          );
        })}
      </fieldset>
      <button type="button" className={styles.reset} onClick={() => onChange(withPreset(preferences.preset))}>
        {t('desk.layout')}
      </button>
    </>
  );
}
