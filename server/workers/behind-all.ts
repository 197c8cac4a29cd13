/** The first import of a thread that works behind everything else: loading its modules gives way too. */
import { giveWay } from '../journal/give-way';

giveWay();
