/** Where whoever is invited registers: the form there has the code already. */
export function invitationLink(code: string, origin = location.origin): string {
  return `${origin}/register?invite=${encodeURIComponent(code)}`;
}
