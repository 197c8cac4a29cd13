/** The relational data, row by row. */
export type Role = 'user' | 'auditor' | 'admin';

export interface UserRow {
  id: number;
  /** In lower case: one person, one account. */
  email: string;
  passwordHash: string;
  role: Role;
  nickName: string;
  /** Client id of the registration, so that a retried one finds its own user. */
  registerClientId: string | null;
  /** 1 once the core knows the member. */
  isMember: number;
  registeredAt: number;
}

export interface SessionRow {
  /** SHA-256 of the ticket, hex. The ticket itself is nowhere. */
  ticketHash: string;
  userId: number;
  startedAt: number;
  expiresAt: number;
  endedAt: number | null;
  /** Who ended it before its time. */
  endedBy: 'user' | 'staff' | null;
}

export interface SystemConfigRow {
  key: string;
  value: string;
  changedAt: number;
}

/** The last id given out of each kind. */
export interface LastIdRow {
  kind: 'user';
  id: number;
}

export interface ExchangeTables {
  users: UserRow;
  sessions: SessionRow;
  systemConfig: SystemConfigRow;
  lastIds: LastIdRow;
}
