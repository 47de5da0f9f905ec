fn main() {
    for text in std::env::args().skip(1) {
        println!("{}", tally::fields(&text));
    }
}
