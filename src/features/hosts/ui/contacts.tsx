import type { KitchenSheet } from '../contract.ts'

interface ContactsProps {
  contacts: KitchenSheet['contacts']
  labelledBy: string
}

/** Who arrives, and whom to call. A table where there is room, else a card each. */
export function Contacts({ contacts, labelledBy }: ContactsProps) {
  return (
    <table className="contacts" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Guest</th>
          <th scope="col">Phone</th>
          <th scope="col">In an emergency</th>
          <th scope="col">Their phone</th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.shortName}>
            <th scope="row">
              {contact.name}
              {isCalledOtherwise(contact) && (
                <span className="contacts-called"> called {contact.shortName}</span>
              )}
            </th>
            <td data-label="Phone">
              <Phone number={contact.phone} />
            </td>
            <td data-label="In an emergency">{contact.emergencyContactName ?? <Untold />}</td>
            <td data-label="Their phone">
              <Phone number={contact.emergencyContactPhone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** "Sam D." is plainly Sam Doe; "Bob" is not plainly Robert Lee. */
const isCalledOtherwise = ({ name, shortName }: { name: string; shortName: string }) =>
  !name.startsWith(shortName.replace(/\.$/, ''))

/** A number to tap, where there is one in what was written. */
function Phone({ number }: { number: string | null }) {
  if (number === null) return <Untold />
  const digits = number.replaceAll(/[^\d+]/g, '')
  return digits.length < 5 ? <>{number}</> : <a href={`tel:${digits}`}>{number}</a>
}

const Untold = () => <span className="contacts-untold">Not told yet</span>
