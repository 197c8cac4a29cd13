/** First import of a low-priority thread, so that loading its modules also yields to other threads. */
import { lowerPriority } from '../journal/thread-priority';

lowerPriority();
