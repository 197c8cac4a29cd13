/** Registration link with the invitation code filled in. */
export function invitationLink(code: string, origin = location.origin): string {
  return `${origin}/register?invite=${encodeURIComponent(code)}`;
}
