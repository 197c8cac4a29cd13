/** The user's token: kept in storage, sent with every request. */
const STORAGE_KEY = 'ticket';

let memory: string | null = null;

export function currentTicket(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage may be forbidden; the log-in then holds until the page is left.
    return memory;
  }
}

export function keepTicket(ticket: string): void {
  memory = ticket;
  try {
    localStorage.setItem(STORAGE_KEY, ticket);
  } catch {
    // As above.
  }
}

export function dropTicket(): void {
  memory = null;
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}
