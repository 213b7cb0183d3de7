export default function Home() {
  return <h1>Twelve miles past the end of the pavement.</h1>
}
