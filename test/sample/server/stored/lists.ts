/** Lists of timers. Apart from the projection, because a list reads the tables of all products. */
import { listOf } from '../../../views/stored/rows/list';

export const TIMERS = listOf('timers', { order: { id: 'desc' }, equal: ['market'] });
