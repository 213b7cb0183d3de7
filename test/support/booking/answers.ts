export const ANA = {
  'First name': 'Ana',
  'Last name': 'Ortiz',
  Email: 'ana@example.test',
  Phone: '+1 505 555 0100',
  'Mailing address': '1 Mesa Road',
  'Emergency contact name': 'Ben Ortiz',
  'Emergency contact phone': '+1 505 555 0101',
  'Food allergies': 'None',
  'Medical conditions': 'None',
}
