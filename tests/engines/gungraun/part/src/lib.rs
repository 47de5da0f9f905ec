pub fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

pub fn vowels(text: &str) -> usize {
    text.bytes().filter(|b| b"aeiou".contains(b)).count()
}
