import staffTexts from '../../../client/src/shared/i18n/texts/staff/en.json';

/** What is announced of an act that waits for a second member of staff, whatever its number. */
export const PROPOSED = new RegExp(`^${staffTexts['staff.proposed'].replace('{{numbers}}', '#\\d+(, #\\d+)*')}$`);
