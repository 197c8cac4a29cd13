import staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';

/** The message about a proposal that awaits a second member of staff, with any number. */
export const PROPOSED = new RegExp(`^${staffTexts['staff.proposed'].replace('{{numbers}}', '#\\d+(, #\\d+)*')}$`);
